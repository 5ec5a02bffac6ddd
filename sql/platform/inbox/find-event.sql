-- An event that waits to be applied.
-- optional
-- nullable: subscription_id
select event_id, type, payload, subscription_id, received_at, attempts from inbound_events
where provider = :provider and event_id = :event_id and status = 'received'
