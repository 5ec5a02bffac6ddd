-- Locks the loading of places until the transaction ends.
-- one
-- not null: locked
select pg_advisory_xact_lock(hashtextextended('places', 0)) is not null as locked
