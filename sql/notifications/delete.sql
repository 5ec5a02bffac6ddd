-- Deletes one of a user's notifications.
-- optional
delete from notifications where id = :id and user_id = :user_id returning id
