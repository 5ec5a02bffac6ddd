-- Bookings of one home queue up here, so that none of them deadlocks on the exclusion constraints.
-- not null: locked
select pg_advisory_xact_lock(hashtextextended(:property_id::text, 0)) is not null as locked
