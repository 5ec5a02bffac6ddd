-- A new account for an external identity: verified and without a password.
-- one
insert into users (username, first_name, last_name, email, email_verified_at, locale)
values (:username, :first_name, :last_name, :email, now(), :locale)
returning id, role, token_version
