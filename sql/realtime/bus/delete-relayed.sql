-- Messages that all nodes have had time to read.
delete from realtime_outbox where relayed_at < now() - interval '5 minutes'
