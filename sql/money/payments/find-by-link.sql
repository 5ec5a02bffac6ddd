-- A payment by the key that its link carries, with what its page shows.
-- optional
-- not null: is_over
-- nullable: payable_seconds
select id, reservation_id, kind, status, amount_cents, currency, check_in, check_out, title, has_successor,
  is_brief, coalesce(payable_until <= now(), false) as is_over, floor(extract(epoch from payable_until - now()))::integer as payable_seconds
from payments
where key = :key
