-- Deletes the code of a stay.
-- optional
delete from access_codes where reservation_id = :reservation_id returning reservation_id
