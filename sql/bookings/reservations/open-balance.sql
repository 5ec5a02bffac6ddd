-- Stays whose balance is open, due or scheduled, and nothing that was due before it. Together with `open-unpaid` these are all
-- stays with an open amount (open_of_price).
-- reads: payments: a balance is open until its payment is made
-- part of: list
and (r.status = 'pending' or stay_takes_place(r.status))
and not exists (select from payments m where m.reservation_id = r.id and m.kind in ('booking', 'change') and payment_is_due(m.status))
and (r.id in (select m.reservation_id from payments m where m.kind = 'balance' and payment_is_due(m.status))
  or r.balance_due_on is not null
    and not exists (select from payments m where m.reservation_id = r.id and m.kind = 'balance')
    and exists (select from payments m where m.reservation_id = r.id and m.kind = 'booking' and not m.has_successor and m.rest_cents > 0))
