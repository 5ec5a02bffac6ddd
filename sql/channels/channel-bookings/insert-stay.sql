-- Joins a reservation to its booking.
insert into channel_stays (channel_booking_id, property_id, position, reservation_id)
values (:channel_booking_id, :property_id, :position, :reservation_id)
