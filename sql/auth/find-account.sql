-- The account of a token; no row when the token is revoked or of an older version, or the account is deleted.
-- optional
-- not null: verified
select id, username, avatar, role, locale, token_version, email_verified_at is not null as verified
from users
where id = :user_id
  and deleted_at is null
  and token_version = :token_version
  and not exists (select from revoked_tokens where jti = :jti::uuid)
