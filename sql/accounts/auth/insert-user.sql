-- A new, unverified account.
-- one
-- nullable: :job, :location, :phone, :avatar
insert into users (username, first_name, last_name, job, location, country_id, phone, email, password_hash, locale, avatar)
values (:username, :first_name, :last_name, :job, :location, :country_id, :phone, :email, :password_hash, :locale, :avatar)
returning id, username, email, token_version
