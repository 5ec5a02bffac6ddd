-- Notes why an event could not be applied; it is tried again.
update inbound_events set attempts = attempts + 1, error = :error
where provider = :provider and event_id = :event_id and status = 'received'
