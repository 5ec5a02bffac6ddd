-- A fresh link and code for an account; the ones before are void.
insert into email_verifications (user_id, token_hash, code_hash, expires_at)
values (:user_id, :token_hash, :code_hash, now() + interval '24 hours')
on conflict (user_id) do update
set token_hash = excluded.token_hash, code_hash = excluded.code_hash, expires_at = excluded.expires_at,
    attempts = 0, created_at = now()
