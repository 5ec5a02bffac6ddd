-- A challenge for an account whose sign-ins need a second factor; no row for others.
-- reads: auth: only an account with a second factor is asked for it
-- optional
insert into sign_in_challenges (token_hash, user_id, token_version, expires_at)
select :token_hash, u.id, :token_version, now() + interval '10 minutes'
from users u where u.id = :user_id and u.second_factor_at is not null
returning expires_at
