-- The account of an address that may have its password reset.
-- optional
select id, email, first_name, locale from users where lower(email) = lower(:email) and deleted_at is null
