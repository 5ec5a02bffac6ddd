-- Makes the address of a link the verified address of its account, and deletes the link.
-- optional
with used as (
  delete from email_verifications where token_hash = :token_hash and expires_at > now() returning user_id, email
)
update users
set email = coalesce(used.email, users.email), email_verified_at = coalesce(email_verified_at, now()), updated_at = now()
from used where users.id = used.user_id and deleted_at is null
returning users.id, users.email
