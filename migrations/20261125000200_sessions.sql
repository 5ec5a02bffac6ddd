-- migrate:up
-- Sign-ins whose tokens can still be refreshed, as their account sees them (docs/design/api.md, "Accounts").
create table sessions (
  sid uuid primary key,
  user_id integer not null references users on delete cascade,
  -- That of its tokens: a newer one of the account has ended it.
  token_version integer not null,
  -- Name that the client gives itself; null: none.
  device text,
  address text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- When none of its tokens can be refreshed any more.
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, seen_at);
create index sessions_expiry on sessions (expires_at);

-- migrate:down
drop table sessions;
