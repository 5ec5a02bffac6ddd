-- The account behind an e-mail address, a phone number or a username; an e-mail goes first, a username last.
-- optional
-- not null: verified
select id, role, token_version, password_hash, email_verified_at is not null as verified
from users
where deleted_at is null and (lower(email) = lower(:login) or phone = :phone or lower(username) = lower(:login))
order by lower(email) = lower(:login) desc, phone is not distinct from :phone desc
limit 1
