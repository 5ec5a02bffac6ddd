-- Revokes a token; no row when it was already revoked, so that of two calls only one goes on.
-- optional
insert into revoked_tokens (jti, user_id, expires_at)
values (:jti::uuid, :user_id, to_timestamp(:issued_at::integer) + make_interval(secs => :life_seconds::integer))
on conflict (jti) do nothing
returning jti
