-- A booking that is known by another name of the provider, at one of these homes, gets the present name: after a change of the
-- subscription it is still the same booking.
update channel_bookings b
set provider = :provider
where b.id = (
    select min(o.id) from channel_bookings o
    join channel_stays s on s.channel_booking_id = o.id
    where o.owner_id = :owner_id and o.booking_id = :booking_id and s.property_id = any (:property_ids::uuid[])
  )
  and not exists (
    select from channel_bookings o
    where o.provider = :provider and o.owner_id = :owner_id and o.booking_id = :booking_id)
