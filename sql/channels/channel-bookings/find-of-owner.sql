-- The booking of an account by its id at the channel manager.
-- optional
select id from channel_bookings where provider = :provider and owner_id = :owner_id and booking_id = :booking_id
