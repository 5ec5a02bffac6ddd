-- Deletes what a user was told, and what they want to be told.
with settings as (delete from notification_settings where user_id = :user_id)
delete from notifications where user_id = :user_id
