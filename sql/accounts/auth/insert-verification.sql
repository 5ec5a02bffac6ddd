-- A new link and code for an account, or for the address it wants to change to; earlier ones become void.
-- nullable: :email
insert into email_verifications (user_id, email, token_hash, code_hash, expires_at)
values (:user_id, :email, :token_hash, :code_hash, now() + interval '24 hours')
on conflict (user_id) do update
set email = excluded.email, token_hash = excluded.token_hash, code_hash = excluded.code_hash,
    expires_at = excluded.expires_at, attempts = 0, created_at = now()
