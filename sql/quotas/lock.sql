-- Serialises what one account creates. It is taken after the lock of a home.
-- one
-- not null: locked
select pg_advisory_xact_lock(hashtextextended('quota ' || :user_id::integer, 0)) is not null as locked
