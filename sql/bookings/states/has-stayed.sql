-- Tells whether somebody has a reservation of a home, in whatever status, as its guest.
-- one
-- not null: has_stayed
select exists (select from reservations where guest_id = :user_id and property_id = :property_id) as has_stayed
