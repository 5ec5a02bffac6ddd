-- The account of a token, unless the token was revoked, is older than the account allows, or the account is gone.
-- not null: verified
select id, username, avatar, role, locale, email_verified_at is not null as verified
from users
where id = :user_id
  and deleted_at is null
  and date_trunc('second', tokens_valid_from) <= to_timestamp(:issued_at::integer)
  and not exists (select from revoked_tokens where jti = :jti::uuid)
