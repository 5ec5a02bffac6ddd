-- The change that a valid link undoes.
-- optional
select a.user_id, a.email, a.expires_at
from account_undos a join users u on u.id = a.user_id
where a.token_hash = :token_hash and a.expires_at > now() and u.deleted_at is null
