-- Serialises accounts that take names that look alike.
select from pg_advisory_xact_lock(hashtextextended('username ' || username_shape(:username), 0))
