-- The profile of one account.
-- optional
-- not null: email_verified
select id, username, first_name, last_name, job, location, country_id, phone, email, role, locale, avatar,
  email_verified_at is not null as email_verified, created_at
from users
where id = :user_id
