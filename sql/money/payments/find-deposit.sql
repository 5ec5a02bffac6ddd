-- The deposit that was paid, by the key of the balance that follows it, with what the page of that balance shows.
-- optional
-- not null: amount_cents
select id, kind, reservation_id, rest_cents as amount_cents, currency, check_in, check_out, title
from payments
where balance_key(key) = :balance_key and rest_cents is not null and not has_successor and payment_is_made(status)
