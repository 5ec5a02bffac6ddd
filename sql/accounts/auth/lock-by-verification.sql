-- The account of a verification link, locked: every change of an account locks its row first.
-- optional
-- not null: verified
select id, email, first_name, locale, email_verified_at is not null as verified
from users
where deleted_at is null
  and id = (select user_id from email_verifications where token_hash = :token_hash and expires_at > now())
for update
