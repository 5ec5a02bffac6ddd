-- migrate:up
-- One reset at a time for an account: first a code by mail, then, for who has the code, a token.
create table password_resets (
  user_id integer primary key references users on delete cascade,
  code_hash bytea,
  token_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null
);

-- migrate:down
drop table password_resets;
