-- The account that an external identity signs in to.
-- optional
select u.id, u.role, u.token_version
from oauth_identities i join users u on u.id = i.user_id
where i.provider = :provider::oauth_provider and i.subject = :subject and u.deleted_at is null
