-- Forgets what an owner calls their homes.
delete from imported_homes where owner_id = :user_id
