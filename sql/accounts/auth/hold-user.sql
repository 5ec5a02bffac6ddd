-- An account that nobody erases until the end of the transaction; others may hold it too.
-- optional
select id from users where id = :user_id and deleted_at is null for share
