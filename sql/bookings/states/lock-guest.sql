-- Serialises bookings of one guest, so that their open holds can be counted. It is taken before the lock of the home.
select from pg_advisory_xact_lock(hashtextextended('guest ' || :guest_id::bigint, 0))
