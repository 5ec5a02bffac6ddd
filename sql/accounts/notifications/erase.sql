-- Deletes a user's notifications, their copies for the team, and the settings.
with settings as (delete from notification_settings where user_id = :user_id)
delete from notifications where user_id = :user_id or account_id = :user_id
