-- When the payment provider was last heard.
-- one
-- not null: now
-- nullable: received_at
select max(received_at) as received_at, now() as now from inbound_events where provider = 'stripe'
