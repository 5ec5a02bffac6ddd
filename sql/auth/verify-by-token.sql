-- Marks the account of a link as verified, and uses the link up.
with used as (
  delete from email_verifications where token_hash = :token_hash and expires_at > now() returning user_id
)
update users set email_verified_at = coalesce(email_verified_at, now()), updated_at = now()
from used where users.id = used.user_id and deleted_at is null
returning users.id
