-- A fresh code, for a quarter of an hour; what was before is void.
insert into password_resets (user_id, code_hash, expires_at)
values (:user_id, :code_hash, now() + interval '15 minutes')
on conflict (user_id) do update
set code_hash = excluded.code_hash, token_hash = null, attempts = 0, expires_at = excluded.expires_at
