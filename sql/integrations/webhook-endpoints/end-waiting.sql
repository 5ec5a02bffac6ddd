-- Ends the deliveries that wait for a disabled endpoint.
update webhook_deliveries set status = 'failed', error = 'disabled' where endpoint_id = :id and status = 'waiting'
