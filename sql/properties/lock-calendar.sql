-- Serialises changes of a home's calendar: without it, concurrent bookings deadlock on the exclusion constraints.
-- not null: locked
select pg_advisory_xact_lock(hashtextextended(:property_id::text, 0)) is not null as locked
