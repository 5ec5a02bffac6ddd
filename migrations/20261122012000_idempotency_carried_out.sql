-- migrate:up
-- Set in the transaction that did the work of a request, which may have lost the answer to its commit.
alter table idempotency_keys add column is_carried_out boolean not null default false;

-- migrate:down
alter table idempotency_keys drop column is_carried_out;
