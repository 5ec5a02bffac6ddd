-- Deletes the notifications of a user with their copies, and the settings of them.
with settings as (delete from notification_settings where user_id = :user_id)
delete from notifications where user_id = :user_id or account_id = :user_id
