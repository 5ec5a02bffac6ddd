-- Tells whether a demo account exists already.
-- optional
select id from users where lower(email) = lower(:email)
