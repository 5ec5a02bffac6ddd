-- An account, locked until the end of the transaction.
-- optional
-- not null: verified, has_second_factor
select id, username, first_name, last_name, job, location, country_id, phone, email, password_hash, avatar, locale, token_version,
  email_verified_at is not null as verified, second_factor_at is not null as has_second_factor
from users where id = :user_id and deleted_at is null
for update
