-- Forgets what a company calls its stays.
delete from imported_stays where owner_id = :user_id
