-- Writes whether those who travel with a guest see the code of the door.
update reservations set shares_code = :shares_code, updated_at = now() where id = :reservation_id
