-- Stays with a payment that the guest's bank disputes and that is not decided yet.
-- reads: payments: a payment says how its dispute stands
-- part of: filters
and r.id = any (array(select m.reservation_id from payments m where dispute_is_open(m.dispute_status)))
