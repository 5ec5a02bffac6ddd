-- migrate:up
create type api_key_kind as enum ('secret', 'publishable');

-- Keys with which programs act for an account (docs/design/accounts.md, "API keys").
create table api_keys (
  id uuid primary key default uuid_v7(),
  user_id integer not null references users,
  kind api_key_kind not null,
  name text not null,
  -- SHA-256 of the key, which has 256 random bits and needs no slower one.
  hash bytea not null,
  -- How the key begins, by which its owner knows it.
  prefix text not null,
  scopes text[] not null,
  -- The homes that it is for; null: all of the account.
  property_ids uuid[],
  -- Pages of which origins may use a publishable key.
  origins text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint api_keys_hash unique (hash),
  check (kind = 'secret' or cardinality(scopes) = 0),
  check (kind = 'publishable' or cardinality(origins) = 0)
);
create index api_keys_user on api_keys (user_id, id);
-- A browser asks whether a page of an origin may use the service, and cannot say with which key.
create index api_keys_origins on api_keys using gin (origins) where kind = 'publishable';

insert into notification_types (name) values ('api_key_created');

-- migrate:down
delete from notifications where type = 'api_key_created';
delete from notification_types where name = 'api_key_created';
drop table api_keys;
drop type api_key_kind;
