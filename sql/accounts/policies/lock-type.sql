-- Serialises new versions of one text.
select from pg_advisory_xact_lock(hashtextextended('policy ' || :type::text || ' ' || :locale::text, 0))
