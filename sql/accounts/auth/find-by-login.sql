-- The account of a login: what contains `@` is an e-mail address, what is a telephone number is one, all else is a username.
-- optional
-- not null: verified
select id, role, token_version, password_hash, email_verified_at is not null as verified
from users
where deleted_at is null and (
  (strpos(:login, '@') > 0 and lower(email) = lower(:login))
  or (strpos(:login, '@') = 0 and phone_number = phone_number(:login))
  or (strpos(:login, '@') = 0 and phone_number(:login) is null and lower(username) = lower(:login)))
