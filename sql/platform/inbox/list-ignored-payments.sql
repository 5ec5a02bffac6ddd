-- Intents that have succeeded and concern no payment of this database, of events since a time.
-- not null: intent_id
select distinct payload->'data'->'object'->>'id' as intent_id
from inbound_events
where provider = 'stripe' and type = 'payment_intent.succeeded' and status = 'ignored' and received_at >= :since
  and payload->'data'->'object'->>'id' is not null
