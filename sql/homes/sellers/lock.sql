-- A seller of an account, which cannot be deleted until the end of the transaction.
-- optional
select id from sellers where id = :id and owner_id = :owner_id for key share
