-- The addresses of an account, present, earlier and to come, in lower case, and its first name.
-- optional
-- not null: addresses
select u.first_name,
  array(
    select lower(u.email)
    union select lower(a.email) from account_undos a where a.user_id = u.id
    union select lower(v.email) from email_verifications v where v.user_id = u.id and v.email is not null) as addresses
from users u
where u.id = :user_id
