-- Stays whose payment is late: the amount due at booking, or by a change, is open, or a payment whose day is over, or a balance whose charge
-- has failed.
-- reads: payments: a payment is late after its day, or when its charge has failed
-- part of: filters
-- nullable: :owner_id
and (r.status = 'pending' or stay_takes_place(r.status))
-- The open payments of the owner first, which are few, whatever the history and the money of others. The home is asked only about the days around
-- today.
and r.id = any (array(
  select m.reservation_id from payments m
  where payment_is_for(m.payee_id, :owner_id) and m.kind in ('booking', 'balance', 'change') and payment_is_due(m.status)
    and (m.due_on is null or m.kind = 'balance' and m.status = 'failed' or m.due_on < current_date - 1
      or m.due_on <= current_date and m.due_on < (
        select (now() at time zone h.timezone)::date from reservations s join properties h on h.id = s.property_id where s.id = m.reservation_id))))
