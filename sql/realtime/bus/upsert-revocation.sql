-- Records that the sockets of a user are closed now.
insert into realtime_revocations (user_id, revoked_at) values (:user_id, clock_timestamp())
on conflict (user_id) do update set revoked_at = greatest(excluded.revoked_at, realtime_revocations.revoked_at)
