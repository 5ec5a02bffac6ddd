-- One of these events that was applied.
-- optional
select event_id from inbound_events
where provider = :provider and event_id = any (:event_ids::text[]) and status = 'applied'
limit 1
