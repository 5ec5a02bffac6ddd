-- Revokes a token; no row when it was revoked already, so that only one of two concurrent calls succeeds.
-- optional
insert into revoked_tokens (jti, user_id, expires_at)
values (:jti::uuid, :user_id, to_timestamp(:issued_at::integer) + make_interval(secs => :life_seconds::integer))
on conflict (jti) do nothing
returning jti
