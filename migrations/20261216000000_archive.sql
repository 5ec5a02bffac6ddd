-- migrate:up
-- Archives that an operator has imported, and what they said of documents and money (docs/decisions/0039-one-archive.md).
create table imported_archives (
  id uuid primary key,
  owner_id bigint not null references users (id),
  made_at timestamptz not null,
  imported_at timestamptz not null default now()
);
create index imported_archives_owner on imported_archives (owner_id);

create table history_entries (
  id bigint primary key generated always as identity,
  owner_id bigint not null references users (id),
  -- The archive that had it first, here or before.
  archive_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'receipt', 'refund')),
  number text,
  on_day date not null,
  amount_cents bigint not null,
  currency currency_code not null,
  method money_method,
  property_id uuid references properties (id),
  reservation_id bigint references reservations (id),
  title text not null,
  data jsonb not null,
  file text,
  constraint history_entries_number unique (owner_id, number, archive_id),
  constraint history_entries_numbered check ((number is not null) = (kind in ('invoice', 'credit_note')))
);
create index history_entries_owner on history_entries (owner_id, id);
create index history_entries_file on history_entries (file) where file is not null;
create index history_entries_property on history_entries (property_id) where property_id is not null;
create index history_entries_reservation on history_entries (reservation_id) where reservation_id is not null;
create trigger history_entries_immutable before delete or update on history_entries for each row execute function invoices_stay_as_issued();

-- migrate:down
drop table history_entries;
drop table imported_archives;
