-- Writes what a company has decided on the arrival of a stay, and how its guest was seen; what is not given stays.
-- nullable: :access, :guest_seen, :is_seen_given
update reservations
set arrival_access = coalesce(:access, arrival_access),
  guest_seen = case when coalesce(:is_seen_given::boolean, false) then :guest_seen::jsonb else guest_seen end,
  updated_at = now()
where id = :reservation_id
