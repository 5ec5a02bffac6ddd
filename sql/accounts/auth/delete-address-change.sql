-- Voids the link and the code of a pending change of address.
-- optional
delete from email_verifications where user_id = :user_id and email is not null
returning user_id
