-- migrate:up
-- Second factors of accounts, beside the password (docs/design/accounts.md, "Second factor").
create table totp_secrets (
  user_id integer primary key references users on delete cascade,
  -- Encrypted with a key that follows from the secret of tokens.
  secret bytea not null,
  -- When its owner has shown that they have it; null: they are asked to.
  confirmed_at timestamptz,
  -- The time step of the last code that was good: that code and those before it are not good again.
  last_step bigint,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right, and that wait for the second factor.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  -- Version of the account's tokens: a newer one voids the challenge.
  token_version integer not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id);

-- migrate:down
drop table sign_in_challenges;
drop table recovery_codes;
drop table totp_secrets;
