-- Stays whose balance is open, due or scheduled, and nothing that was due before it. Together with `open-unpaid` these are all
-- stays with an open amount (open_of_price).
-- reads: payments: a balance is open until its payment is made
-- part of: filters
-- Candidates first, which are few, whatever the history of an owner.
and r.id = any (array(
  select m.reservation_id from payments m where m.kind = 'balance' and payment_is_due(m.status)
  union all
  select s.id from reservations s where s.balance_due_on is not null and not s.balance_made and stay_takes_place(s.status)
  union all
  select s.id from reservations s where s.hold_expires_at is not null and s.status = 'pending'))
and (r.status = 'pending' or stay_takes_place(r.status))
and not exists (select from payments m where m.reservation_id = r.id and m.kind in ('booking', 'change') and payment_is_due(m.status))
and (r.id in (select m.reservation_id from payments m where m.kind = 'balance' and payment_is_due(m.status))
  or r.balance_due_on is not null
    and not exists (select from payments m where m.reservation_id = r.id and m.kind = 'balance')
    and exists (select from payments m where m.reservation_id = r.id and m.kind = 'booking' and not m.has_successor and m.rest_cents > 0))
