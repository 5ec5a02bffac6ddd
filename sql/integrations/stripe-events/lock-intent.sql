-- Lets events of an intent be stored one after another, until the transaction ends. In a statement of its own: the next one sees the event
-- that it has waited for.
select from pg_advisory_xact_lock(hashtextextended('intent ' || :intent_id::text, 0))
