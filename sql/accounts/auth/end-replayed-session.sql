-- Ends the session of a token that was refreshed some time ago: one of those who have it is not who signed in. No row otherwise.
-- optional
insert into ended_sessions (sid, user_id, expires_at)
select :sid::uuid, :user_id, now() + make_interval(secs => :life_seconds::integer)
where exists (select from refreshed_tokens where jti = :jti::uuid and refreshed_at <= now() - refresh_grace())
on conflict (sid) do nothing
returning sid
