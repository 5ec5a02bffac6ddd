-- migrate:up
-- First answers to requests with an Idempotency-Key, to return them again.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  scope text not null,
  key text not null,
  request_hash bytea not null,
  -- Set in the transaction that did the work of a request, which may have lost the answer to its commit.
  is_carried_out boolean not null default false,
  status integer,
  body text,
  created_at timestamptz not null default now(),
  primary key (user_id, scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- migrate:down
drop table idempotency_keys;
