-- Stays whose payment is late: the amount due at booking, or by a change, is open, or a payment whose day is over, or a balance whose charge
-- has failed.
-- reads: payments: a payment is late after its day, or when its charge has failed
-- part of: filters
-- The few open payments of the installation first, whatever the history of an owner.
and r.id = any (array(select d.reservation_id from payments d where d.kind in ('booking', 'balance', 'change') and payment_is_due(d.status)))
and (r.status = 'pending' or stay_takes_place(r.status))
and r.id in (
  select m.reservation_id from payments m
  where payment_is_due(m.status) and payment_is_of_price(m.kind)
    and (m.due_on is null or m.kind = 'balance' and m.status = 'failed' or m.due_on < (now() at time zone p.timezone)::date))
