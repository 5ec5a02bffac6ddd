-- Messages that Redis has taken.
update realtime_outbox set relayed_at = clock_timestamp() where id = any(:ids::bigint[])
