-- Lists those of some identifying fields that another account has already; a username also where one looks like it, unless it is the account's own already.
-- optional
-- nullable: :phone
-- not null: email, username, phone
select
  coalesce(bool_or(lower(u.email) = lower(:email)), false) as email,
  coalesce(bool_or(username_shape(u.username) = username_shape(:username)
    and not exists (select from users own where own.id = :user_id and own.username = :username)), false) as username,
  coalesce(bool_or(u.phone_number = phone_number(:phone)), false) as phone
from users u
where u.id <> :user_id::bigint and (lower(u.email) = lower(:email) or username_shape(u.username) = username_shape(:username)
  or u.phone_number = phone_number(:phone))
