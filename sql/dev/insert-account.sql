-- A demo account, verified from the start.
-- one
insert into users (username, first_name, last_name, country_id, phone, email, email_verified_at, password_hash, role)
values (:username, :first_name, :last_name, 'FR', :phone, :email, now(), :password_hash, :role)
on conflict do nothing
returning id
