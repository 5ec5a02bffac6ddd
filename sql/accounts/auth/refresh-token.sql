-- Counts a refresh of a token; no row when it was refreshed too often, or too long ago.
-- optional
insert into refreshed_tokens as t (jti, user_id, expires_at)
values (:jti::uuid, :user_id, to_timestamp(:issued_at::integer) + make_interval(secs => :life_seconds::integer))
on conflict (jti) do update set refreshes = t.refreshes + 1
where t.refreshes < 10 and t.refreshed_at > now() - refresh_grace()
returning jti
