-- The account of an e-mail address, locked, so that it cannot change its address meanwhile.
-- optional
-- not null: verified
select id, role, token_version, email_verified_at is not null as verified
from users
where lower(email) = lower(:email) and deleted_at is null
for update
