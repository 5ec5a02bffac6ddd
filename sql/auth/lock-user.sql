-- An account, locked until the end of the transaction.
-- optional
-- not null: verified
select id, username, first_name, last_name, job, location, country_id, phone, email, password_hash, avatar, locale, token_version,
  email_verified_at is not null as verified
from users where id = :user_id and deleted_at is null
for update
