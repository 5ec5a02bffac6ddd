-- The last payment of a kind for a stay: the one that is due, or else the latest.
-- optional
-- not null: is_due
select id, key, amount_cents, currency, payment_is_due(status) as is_due from payments
where reservation_id = :reservation_id and kind = :kind and not has_successor
order by payment_is_due(status) desc, id desc limit 1
