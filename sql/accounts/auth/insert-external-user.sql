-- A new account for an external identity, without a password. Its address is verified where the provider vouches for it.
-- one
insert into users (username, first_name, last_name, email, email_verified_at, locale)
values (:username, :first_name, :last_name, :email, case when :is_verified::boolean then now() end, :locale)
returning id, role, token_version
