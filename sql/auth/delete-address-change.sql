-- Voids the link and code of a move to another address.
-- optional
delete from email_verifications where user_id = :user_id and email is not null
returning user_id
