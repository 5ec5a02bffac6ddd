-- The account of an address whose password may be reset.
-- optional
select id, email, locale from users where lower(email) = lower(:email) and deleted_at is null
