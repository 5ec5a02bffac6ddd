-- The booking or the balance of a stay that has no successor, locked until the end of the transaction: no checkout of it is opened meanwhile.
-- optional
select id, status, amount_cents from payments where reservation_id = :reservation_id and kind = :kind and not has_successor for update
