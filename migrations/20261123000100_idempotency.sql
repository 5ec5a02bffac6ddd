-- migrate:up
-- The request that has claimed a key: only it keeps its answer, or frees the key again, however late the database hears of it.
alter table idempotency_keys add column claim uuid;

-- migrate:down
alter table idempotency_keys drop column claim;
