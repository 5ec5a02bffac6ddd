-- Serialises changes of a home's calendar: without it, concurrent bookings deadlock on the exclusion constraints.
select from pg_advisory_xact_lock(hashtextextended(:property_id::text, 0))
