-- A message that is relayed to Redis after the commit.
insert into realtime_outbox (channel, message) values (:channel, :message)
