-- A new secret that its owner still has to confirm; no row for an account that has a confirmed one.
-- optional
insert into totp_secrets as t (user_id, secret) values (:user_id, :secret)
on conflict (user_id) do update set secret = excluded.secret, created_at = now()
where t.confirmed_at is null
returning user_id
