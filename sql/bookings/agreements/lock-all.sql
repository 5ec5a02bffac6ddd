-- Locks the contracts of an account before its erasure. The erasure then sees what guests accept at this moment.
select id from contracts where owner_id = :user_id order by id for update
