-- Stays with a refund that failed and that no later one has made up for.
-- reads: payments: a refund says whether it failed
-- part of: filters
and r.id = any (array(select m.reservation_id from failed_refunds() f join payments m on m.id = f.payment_id))
