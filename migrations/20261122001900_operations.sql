-- migrate:up
-- The database that the service ran on at its last start. A restored copy is another one, and the payment provider may have done
-- things since that it does not know of.
create table installation (
  only_row boolean primary key default true check (only_row),
  database_id text not null,
  updated_at timestamptz not null default now()
);

-- What a node writes to see whether writes work, and takes back (sql/operations/insert-probe.sql): it has no rows.
create table write_probes (filler text not null);
-- A page for each probe: a disk that is full is noticed when the table has to grow. PostgreSQL 15 does not take this in
-- `create table`.
alter table write_probes alter column filler set storage plain;

-- migrate:down
drop table write_probes;
drop table installation;
