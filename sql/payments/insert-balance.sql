-- The balance of a stay whose deposit was paid, made once; a deposit that went back waives no balance. Its key follows from that
-- of the deposit (a UUID of version 8): when a backup is restored from before the balance was made, it is made again with the same
-- key, and the provider tells what was paid for it.
-- optional
insert into payments (reservation_id, kind, amount_cents, currency, due_on, key)
select r.id, 'balance', r.total_cents - r.due_now_cents, r.currency, r.balance_due_on,
  overlay(overlay(md5(d.key || ' balance') placing '8' from 13) placing '8' from 17)::uuid
from reservations r
join payments d on d.reservation_id = r.id and d.kind = 'booking' and d.status in ('paid', 'partially_refunded', 'refunded')
where r.id = :reservation_id and r.status in ('confirmed', 'checked_in', 'completed') and r.balance_due_on is not null
on conflict (reservation_id) where kind = 'balance' do nothing
returning id, key, reservation_id, amount_cents, currency
