-- The booking of a stay at the channel manager, or its conversation without a booking, where its home is mapped there.
-- reads: channel-manager: messages can be sent only while the home is mapped
-- reads: states: a message goes to the platform that sold the stay
-- optional
-- nullable: ota_name, thread_id
select b.id as channel_booking_id, b.booking_id, b.thread_id, r.ota_name
from channel_stays s
join channel_bookings b on b.id = s.channel_booking_id
join reservations r on r.id = s.reservation_id
where s.reservation_id = :reservation_id and (b.thread_id is not null or not b.is_request)
  and exists (
    select from webhook_subscriptions w where w.property_id = s.property_id and w.is_active and w.remote_property_id is not null)
