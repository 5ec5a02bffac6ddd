-- The accounts of many tokens, each with the number of its token, from 1. The conditions are those of `find-account`; `offset 0` keeps
-- PostgreSQL from joining whole tables: each token is looked up by the indexes.
-- not null: number, verified, has_second_factor
select t.number, a.*
from unnest(:user_ids::bigint[], :token_versions::integer[], :sids::uuid[], :jtis::uuid[])
  with ordinality t (user_id, token_version, sid, jti, number)
cross join lateral (
  select id, username, avatar, role, locale, u.token_version, email_verified_at is not null as verified,
    second_factor_at is not null as has_second_factor
  from users u
  where id = t.user_id
    and deleted_at is null
    and u.token_version = t.token_version
    and not exists (select from ended_sessions e where e.sid = t.sid)
    and not exists (select from refreshed_tokens r where r.jti = t.jti and refreshed_at <= now() - refresh_grace())
  offset 0
) a
