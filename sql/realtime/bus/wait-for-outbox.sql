-- Waits until no other node relays, and lets none do so until the transaction ends. Its commit does not wait for the disk: a
-- message that the database forgets to have relayed is relayed again.
select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended('sejour realtime outbox', 0))
