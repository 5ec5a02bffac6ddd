-- Deletes one of a user's notifications.
delete from notifications where id = :id and user_id = :user_id returning id
