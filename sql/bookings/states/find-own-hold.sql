-- A guest's own unpaid hold on exactly this stay.
-- reads: payments: a guest who asks twice pays the hold that they have
-- optional
-- nullable: :quote_id
select r.id as reservation_id, p.id as payment_id
from reservations r join payments p on p.reservation_id = r.id and p.kind = 'booking' and not p.has_successor
where r.guest_id = :guest_id and r.property_id = :property_id and r.status = 'pending'
  and r.quote_id is not distinct from :quote_id::uuid
  and r.check_in = :check_in and r.check_out = :check_out
  and r.adults = :adults and r.children = :children and r.infants = :infants
