-- Records the outcome of an event.
-- nullable: :error
update inbound_events
set status = :status, error = :error, is_repeatable = :is_repeatable, attempts = attempts + 1, settled_at = now()
where provider = :provider and event_id = :event_id and status = 'received'
