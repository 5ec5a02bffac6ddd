-- Locks the contracts of an account that is erased: those who accept one at this moment have then done so.
select id from contracts where owner_id = :user_id order by id for update
