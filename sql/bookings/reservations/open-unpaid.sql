-- Stays whose amount due at booking, or by a change, is open.
-- reads: payments: a booking or a change is unpaid until its payment is made
-- part of: filters
and (r.status = 'pending' or stay_takes_place(r.status))
-- Open payments first, which are few, whatever the history of an owner.
and r.id = any (array(select m.reservation_id from payments m where m.kind in ('booking', 'change') and payment_is_due(m.status)))
