-- A payment in the place of another, of another amount. `is_part`: a part that is paid apart, while a further successor asks for the rest.
-- one
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, payable_until, rest_cents, rest_due_on, due_on, asked_at,
  reminders, amount_cents, currency, has_successor, return_url, is_brief)
select reservation_id, kind, payer_id, title, check_in, check_out, payable_until,
  case when not :is_part::boolean then rest_cents end, case when not :is_part::boolean then rest_due_on end, due_on, asked_at,
  reminders, :amount_cents, currency, :is_part::boolean, return_url, is_brief
from payments where id = :payment_id
returning id, key, reservation_id, amount_cents, currency
