-- Tells whether a user is the guest of a stay in a home that was confirmed.
-- one
-- not null: found
select exists (
  select from reservations
  where property_id = :property_id and guest_id = :user_id and stay_takes_place(status)) as found
