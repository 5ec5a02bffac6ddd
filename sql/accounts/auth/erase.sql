-- Erases an account: what identifies its person is deleted, and the row stays for the reservations that accounting needs. Its name and
-- address become random, so nobody can have registered them before. Returns its picture.
-- one
-- nullable: avatar
with before as (select avatar, email from users where id = :user_id),
  identities as (delete from oauth_identities where user_id = :user_id),
  verifications as (delete from email_verifications where user_id = :user_id),
  resets as (delete from password_resets where user_id = :user_id),
  addresses as (delete from familiar_addresses where user_id = :user_id),
  undos as (delete from account_undos where user_id = :user_id),
  counters as (
    delete from attempt_counters c using before b where right(c.key, length(b.email) + 1) = ' ' || lower(b.email)
  )
update users
set username = 'deleted-' || gen_random_uuid(), first_name = '', last_name = '', job = null, location = null, country_id = null, phone = null,
    email = 'deleted-' || gen_random_uuid() || '@deleted.invalid', email_verified_at = null, password_hash = null, avatar = null,
    billing_company = null, billing_vat_number = null, billing_address = null,
    role = 'user', second_factor_at = null, token_version = token_version + 1, mail_key = gen_random_uuid(), deleted_at = now(), updated_at = now()
where id = :user_id
returning (select b.avatar from before b) as avatar
