-- A payment by the key that its link carries, with what its page shows.
-- optional
-- not null: is_over
select id, reservation_id, kind, status, amount_cents, currency, check_in, check_out, title, has_successor,
  coalesce(payable_until <= now(), false) as is_over
from payments
where key = :key
