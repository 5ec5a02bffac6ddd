-- migrate:up
-- Passkeys of accounts (docs/design/accounts.md, "Second factor").
create table passkeys (
  id uuid primary key default uuid_v7(),
  user_id integer not null references users on delete cascade,
  credential_id bytea not null,
  -- As COSE has it.
  public_key bytea not null,
  -- How often its authenticator says that it has signed; 0: it does not count.
  counter bigint not null,
  -- By which ways a browser reaches it.
  transports text[] not null,
  name text not null,
  -- Whether its authenticator keeps copies of it.
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_credential unique (credential_id)
);
create index passkeys_user on passkeys (user_id, id);

create type passkey_purpose as enum ('registration', 'proof');

-- Challenges for the passkeys of a signed-in account, one for each purpose. A sign-in asks it to sign its own challenge.
create table passkey_challenges (
  user_id integer not null references users on delete cascade,
  purpose passkey_purpose not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- With several second factors, the account that needs one does not tell any more which have come and gone.
create trigger passkeys_audited after insert or delete on passkeys for each row
  execute function audit_row('account.second_factor', '{id}', 'user_id');
create trigger totp_secrets_audited after update of confirmed_at or delete on totp_secrets for each row
  execute function audit_row('account.second_factor', '{confirmed_at}', 'user_id');

-- migrate:down
drop trigger totp_secrets_audited on totp_secrets;
drop table passkey_challenges;
drop type passkey_purpose;
drop table passkeys;
