-- A home, locked until the end of the transaction against other changes of what goes by this lock: its rating.
-- optional
select id, owner_id, title from properties where id = :property_id for no key update
