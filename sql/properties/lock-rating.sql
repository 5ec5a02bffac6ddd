-- A home, locked against other changes of its rating until the end of the transaction.
-- optional
select id, owner_id, title from properties where id = :property_id for no key update
