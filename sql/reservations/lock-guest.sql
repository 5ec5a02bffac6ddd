-- Bookings of one guest queue up here, before they queue for a home, so that what waits for payment can be counted.
-- one
-- not null: locked
select pg_advisory_xact_lock(hashtextextended('guest ' || :guest_id::integer, 0)) is not null as locked
