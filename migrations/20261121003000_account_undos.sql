-- migrate:up
-- Links that undo a change of an account's address or password, mailed to the earlier address.
create table account_undos (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null unique,
  -- The address that the link was mailed to, and restores.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index account_undos_user on account_undos (user_id, id);
create index account_undos_expiry on account_undos (expires_at);

-- migrate:down
drop table account_undos;
