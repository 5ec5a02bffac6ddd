-- A payment by the key that its link carries, with what its page shows. A brief hold takes no new payment in its last five minutes.
-- optional
-- not null: is_over
select id, reservation_id, kind, status, amount_cents, currency, check_in, check_out, title, has_successor,
  coalesce(payable_until - case when is_brief then interval '5 minutes' else '0' end <= now(), false) as is_over
from payments
where key = :key
