-- What a key was used for, and its answer.
-- optional
select request_hash, status, body from idempotency_keys where user_id = :user_id and scope = :scope and key = :key
