-- Ends a session: its tokens are refused, on every node at once.
insert into ended_sessions (sid, user_id, expires_at)
values (:sid::uuid, :user_id, now() + make_interval(secs => :life_seconds::integer))
on conflict (sid) do nothing
