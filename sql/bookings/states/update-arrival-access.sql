-- Writes what a company has decided on the arrival of a stay.
update reservations set arrival_access = :access, updated_at = now() where id = :reservation_id
