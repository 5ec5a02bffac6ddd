-- Tells whether there are messages that are not relayed.
-- one
-- not null: waiting
select exists (select from realtime_outbox where relayed_at is null) as waiting
