-- Frees a key whose request failed on our side, so that it can be tried again.
delete from idempotency_keys where user_id = :user_id and scope = :scope and key = :key and status is null
