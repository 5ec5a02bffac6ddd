-- Uses the token and sets the new password. Every older token of the account becomes void, and its address is
-- verified, because its mailbox received the code.
-- optional
with used as (
  delete from password_resets r using users u
  where u.id = r.user_id and lower(u.email) = lower(:email) and u.deleted_at is null
    and r.token_hash = :token_hash and r.token_expires_at > now()
  returning r.user_id
)
update users set password_hash = :password_hash, token_version = token_version + 1,
  email_verified_at = coalesce(email_verified_at, now()), updated_at = now()
from used where users.id = used.user_id
returning users.id, users.email, users.first_name, users.locale
