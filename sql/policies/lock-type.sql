-- Serialises new versions of one text.
-- not null: locked
select pg_advisory_xact_lock(hashtextextended('policy ' || :type::text || ' ' || :locale::text, 0)) is not null as locked
