-- Supplements of voided payments are not billed any more. The reservation is locked before.
-- reads: payments: supplements of a voided payment are billed again by the next one
update supplements s set payment_id = null
from payments p
where p.id = s.payment_id and p.status = 'cancelled' and s.reservation_id = :reservation_id
