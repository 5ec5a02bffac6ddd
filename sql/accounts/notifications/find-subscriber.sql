-- The account that a link in a mail was made for.
-- reads: auth: the key of a mail is kept with the account that gets it
-- optional
select u.id as user_id, u.email, u.locale
from users u
where u.mail_key = :key and u.deleted_at is null
