-- The request of an idempotency key, and its answer; or that the work was carried out and the answer is lost, with its node perhaps.
-- optional
-- not null: is_lost
select request_hash, status, body,
  is_carried_out and body is null and (status is not null or created_at < now() - interval '1 minute') as is_lost
from idempotency_keys
where user_id = :user_id and scope = :scope and key = :key
