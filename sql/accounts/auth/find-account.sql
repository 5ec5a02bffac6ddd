-- The account of a token; no row when its session has ended, it was refreshed some time ago, it is of an older version, or the account
-- is deleted.
-- optional
-- not null: verified, has_second_factor
select id, username, avatar, role, locale, token_version, email_verified_at is not null as verified,
  second_factor_at is not null as has_second_factor
from users
where id = :user_id
  and deleted_at is null
  and token_version = :token_version
  and not exists (select from ended_sessions where sid = :sid::uuid)
  and not exists (select from refreshed_tokens where jti = :jti::uuid and refreshed_at <= now() - refresh_grace())
