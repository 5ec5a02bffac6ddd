-- A session with an id that examples name.
insert into sessions (sid, user_id, token_version, device, address, created_at, expires_at)
values (:sid, :user_id, 1, 'Firefox, Linux', '192.0.2.7', now(), now() + interval '14 days')
