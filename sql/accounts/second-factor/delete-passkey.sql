-- Takes a passkey of an account away.
-- optional
delete from passkeys where id = :id and user_id = :user_id returning id
