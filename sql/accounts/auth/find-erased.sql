-- Tells whether the account of a customer has been erased. The customer is locked before, in a statement of its own.
-- optional
select id from users where id = :user_id and deleted_at is not null
