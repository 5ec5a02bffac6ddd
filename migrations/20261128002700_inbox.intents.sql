-- migrate:up
-- Finds the event that reports a payment, when another one of the same intent arrives.
create index inbound_events_intent on inbound_events ((payload #>> '{data,object,id}')) where type = 'payment_intent.succeeded';

-- migrate:down
drop index inbound_events_intent;
