-- Locks the loading of places until the transaction ends.
select from pg_advisory_xact_lock(hashtextextended('places', 0))
