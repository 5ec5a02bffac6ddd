-- The unverified account of an address, locked: every change of an account locks its row first.
-- optional
select id, email, first_name, locale
from users
where lower(email) = lower(:email) and email_verified_at is null and deleted_at is null
for update
