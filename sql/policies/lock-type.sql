-- Versions of one text are made one after the other.
-- not null: locked
select pg_advisory_xact_lock(hashtextextended('policy ' || :type::text || ' ' || :locale::text, 0)) is not null as locked
