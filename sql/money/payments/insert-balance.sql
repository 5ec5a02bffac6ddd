-- The balance of a stay whose deposit was paid, made once, whatever has replaced it since; a deposit that went back waives no balance.
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, due_on, key)
select reservation_id, 'balance', payer_id, title, check_in, check_out, rest_cents, currency, rest_due_on, balance_key(key)
from payments
where reservation_id = :reservation_id and kind = 'booking' and payment_is_made(status)
  and rest_cents is not null and not has_successor
on conflict do nothing
