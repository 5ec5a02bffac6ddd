-- Writes all fields of a profile, as they were merged under a lock. A new password revokes every older token.
-- optional
-- nullable: :job, :location, :country_id, :phone, :avatar, :password_hash
update users
set username = :username, first_name = :first_name, last_name = :last_name, job = :job, location = :location,
    country_id = :country_id, phone = :phone, avatar = :avatar, locale = :locale,
    password_hash = coalesce(:password_hash, password_hash),
    token_version = token_version + case when :password_hash::text is null then 0 else 1 end,
    updated_at = now()
where id = :user_id
returning id, token_version
