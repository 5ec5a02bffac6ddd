-- The next messages to relay.
select id, message from realtime_outbox where relayed_at is null and position is not null order by position limit 500
