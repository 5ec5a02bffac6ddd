-- The next messages to relay.
select id, message from realtime_outbox where relayed_at is null order by position limit :limit
