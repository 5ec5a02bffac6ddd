-- Locks a contract that a guest accepts, so that it is not deleted; no row where it is already.
-- optional
select id from contracts where id = :contract_id for key share
