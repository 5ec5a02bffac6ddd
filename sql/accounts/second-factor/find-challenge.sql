-- The account of a challenge that is still good.
-- reads: auth: a change of password ends open challenges, by the version of the tokens
-- optional
select u.id, u.role, u.token_version
from sign_in_challenges c join users u on u.id = c.user_id
where c.token_hash = :token_hash and c.expires_at > now() and c.token_version = u.token_version and u.deleted_at is null
