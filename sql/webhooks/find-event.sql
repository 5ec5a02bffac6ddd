-- An event that waits to be applied.
-- optional
select event_id, type, payload from inbound_events
where provider = :provider and event_id = :event_id and status = 'received'
