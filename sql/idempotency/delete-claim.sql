-- Frees a key whose request failed in this service, so that the client can retry with it.
delete from idempotency_keys where user_id = :user_id and scope = :scope and key = :key and status is null
