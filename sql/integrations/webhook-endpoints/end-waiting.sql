-- What waits for an endpoint that is disabled is not sent any more.
update webhook_deliveries set status = 'failed', error = 'disabled' where endpoint_id = :id and status = 'waiting'
