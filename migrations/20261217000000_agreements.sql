-- migrate:up
-- Contracts of companies and of their homes, a row a version, and which one the guest of a stay has accepted (docs/design/domain.md, "Contract").
-- A version without texts is in force and asks for nothing; a home that has one has the contract of its company.
create table contracts (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  property_id uuid references properties,
  version integer not null check (version >= 1),
  -- Texts by language.
  texts jsonb not null,
  created_at timestamptz not null default now(),
  unique (owner_id, version)
);
create index contracts_of_home on contracts (property_id, version) where property_id is not null;
create trigger contracts_audited after insert on contracts for each row
  execute function audit_row('contract.changed', '{version,texts}', 'version');

create table stay_contracts (
  reservation_id bigint primary key references reservations,
  contract_id bigint not null references contracts,
  locale locale not null,
  content_hash bytea not null,
  accepted_by text not null check (accepted_by in ('guest', 'website')),
  accepted_at timestamptz not null default now()
);
create index stay_contracts_of_contract on stay_contracts (contract_id);

-- migrate:down
drop table stay_contracts;
drop table contracts;
