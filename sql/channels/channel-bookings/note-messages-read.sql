-- Records until when the messages of a booking were read.
update channel_bookings set messages_until = greatest(messages_until, :until::timestamptz) where id = :channel_booking_id
