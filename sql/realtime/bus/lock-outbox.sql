-- Lets one node relay at a time, until its transaction ends.
-- one
-- not null: locked
select pg_try_advisory_xact_lock(hashtextextended('sejour realtime outbox', 0)) as locked
