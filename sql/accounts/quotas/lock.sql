-- Serialises what one account creates. It is taken after the lock of a home.
select from pg_advisory_xact_lock(hashtextextended('quota ' || :user_id::bigint, 0))
