-- Messages that Redis has taken.
delete from realtime_outbox where id = any(:ids::bigint[])
