-- migrate:up
-- One reset at a time per account: first a mailed code, then a token for whoever enters the code.
create table password_resets (
  user_id integer primary key references users on delete cascade,
  code_hash bytea,
  token_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null
);

-- migrate:down
drop table password_resets;
