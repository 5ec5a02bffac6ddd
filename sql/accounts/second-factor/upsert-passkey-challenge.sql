-- A challenge for passkeys of an account, in place of the one before.
insert into passkey_challenges (user_id, purpose, challenge, expires_at)
values (:user_id, :purpose, :challenge, now() + make_interval(secs => :seconds::integer))
on conflict (user_id, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at
