-- Notes where a session is used from, now.
-- nullable: :device
insert into sessions as s (sid, user_id, token_version, device, address, created_at, expires_at)
values (:sid::uuid, :user_id, :token_version, :device, :address, to_timestamp(:auth_time::integer), now() + make_interval(secs => :life_seconds::integer))
on conflict (sid) do update set
  token_version = excluded.token_version, device = excluded.device, address = excluded.address, seen_at = now(), expires_at = excluded.expires_at
where s.user_id = excluded.user_id
