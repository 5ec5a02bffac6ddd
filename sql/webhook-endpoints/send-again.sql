-- Has a delivery that is over sent once more, with all its tries.
-- optional
update webhook_deliveries set status = 'waiting', attempts = 0, due_at = now()
where id = :id and endpoint_id = :endpoint_id and status <> 'waiting' and position is not null
returning id
