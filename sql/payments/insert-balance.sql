-- The balance of a stay whose deposit was paid, made once; a deposit that went back waives no balance. Its key follows from that
-- of the deposit (a UUID of version 8): when a backup is restored from before the balance was made, it is made again with the same
-- key, and the provider tells what was paid for it.
-- optional
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, due_on, key)
select reservation_id, 'balance', payer_id, title, check_in, check_out, rest_cents, currency, rest_due_on,
  overlay(overlay(md5(key || ' balance') placing '8' from 13) placing '8' from 17)::uuid
from payments
where reservation_id = :reservation_id and kind = 'booking' and payment_is_made(status)
  and rest_cents is not null
on conflict (reservation_id) where kind = 'balance' do nothing
returning id, key, reservation_id, amount_cents, currency
