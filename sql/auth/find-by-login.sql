-- The account of an e-mail address, phone number or username. E-mail addresses take precedence, then phone numbers.
-- optional
-- not null: verified
select id, role, token_version, password_hash, email_verified_at is not null as verified
from users
where deleted_at is null and (lower(email) = lower(:login) or phone = :phone or lower(username) = lower(:login))
order by lower(email) = lower(:login) desc, phone is not distinct from :phone desc
limit 1
