-- Records why an event could not be applied; it will be tried again.
update inbound_events set attempts = attempts + 1, error = :error
where provider = :provider and event_id = :event_id and status = 'received'
