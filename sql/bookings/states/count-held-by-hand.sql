-- Counts the stays booked by hand by an account, at its desk or by its keys, that wait for their payment.
-- reads: properties: the limit of holds by hand counts all homes of an account
-- one
-- not null: count
select count(*) as count
from reservations r
where r.status = 'pending' and r.contact_id is not null and r.hold_expires_at > now() and r.is_written_down <> :is_by_key
  and r.property_id in (select p.id from properties p where p.owner_id = :owner_id)
