-- Unlinks all external identities of an account.
delete from oauth_identities where user_id = :user_id
