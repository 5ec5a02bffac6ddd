-- Deletes a session of an account.
-- optional
delete from sessions where sid = :sid::uuid and user_id = :user_id
returning sid
