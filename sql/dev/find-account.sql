-- Whether a demo account is there already.
-- optional
select id from users where lower(email) = lower(:email)
