-- Which of these identifying fields another account has already.
-- optional
-- nullable: :phone
-- not null: email, username, phone
select
  coalesce(bool_or(lower(u.email) = lower(:email)), false) as email,
  coalesce(bool_or(lower(u.username) = lower(:username)), false) as username,
  coalesce(bool_or(u.phone_number = phone_number(:phone)), false) as phone
from users u
where u.id <> :user_id::integer and (lower(u.email) = lower(:email) or lower(u.username) = lower(:username) or u.phone_number = phone_number(:phone))
