-- Stays whose amount due at booking, or by a change, is open.
-- reads: payments: a booking or a change is unpaid until its payment is made
-- part of: filters
-- nullable: :owner_id
and (r.status = 'pending' or stay_takes_place(r.status))
-- The open payments of the owner first, which are few, whatever the history and the money of others.
and r.id = any (array(
  select m.reservation_id from payments m
  where payment_is_for(m.payee_id, :owner_id) and m.kind in ('booking', 'change') and payment_is_due(m.status)))
