-- Joins stays that the company has imported to their booking, by home, platform and code. A home has one of a code.
-- reads: states: a booking that the company imported from a file is recognised by home, platform and code
-- nullable: :ota_name, :ota_reservation_code
insert into channel_stays (channel_booking_id, property_id, position, reservation_id)
select :channel_booking_id, r.property_id, 0, r.id
from reservations r
join imported_stays i on i.reservation_id = r.id
where r.property_id = any (:property_ids::uuid[]) and i.owner_id = :owner_id and r.source = 'channel'
  and r.ota_reservation_code = :ota_reservation_code and plain_channel(r.ota_name) = plain_channel(:ota_name)
on conflict do nothing
