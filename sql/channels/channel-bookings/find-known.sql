-- The latest known revision of a booking, and whether it has a stay at a home; no revision for one that the company has imported. No row for a
-- booking that is not known.
-- reads: states: a booking that came from a file of the company is known without a revision
-- optional
-- not null: is_here
-- nullable: :ota_name, :ota_reservation_code, revision_id
select b.revision_id,
  exists (select from channel_stays s where s.channel_booking_id = b.id and s.property_id = :property_id) as is_here
from channel_bookings b
where b.provider = :provider and b.owner_id = :owner_id and b.booking_id = :booking_id
union all
select null, true
from imported_stays i
join reservations r on r.id = i.reservation_id
where i.owner_id = :owner_id and r.source = 'channel'
  and r.ota_reservation_code = :ota_reservation_code and plain_channel(r.ota_name) = plain_channel(:ota_name)
order by revision_id nulls last
limit 1
