-- Erases a person: everything that names him goes, the row stays for the reservations that accounting keeps.
with identities as (delete from oauth_identities where user_id = :user_id),
  told as (delete from notifications where user_id = :user_id),
  settings as (delete from notification_settings where user_id = :user_id),
  verifications as (delete from email_verifications where user_id = :user_id),
  resets as (delete from password_resets where user_id = :user_id),
  keys as (delete from idempotency_keys where user_id = :user_id),
  feeds as (delete from calendar_feeds where property_id in (select id from properties where owner_id = :user_id)),
  homes as (update properties set status = 'archived', updated_at = now() where owner_id = :user_id)
update users
set username = 'deleted-' || id, first_name = '', last_name = '', job = null, location = null, country_id = null, phone = null,
    email = 'deleted-' || id || '@deleted.invalid', email_verified_at = null, password_hash = null, avatar = null,
    role = 'user', token_version = token_version + 1, deleted_at = now(), updated_at = now()
where id = :user_id
returning id
