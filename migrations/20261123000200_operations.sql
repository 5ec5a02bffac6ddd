-- migrate:up
-- What is known of this database. One node writes a beat into it every second, and all remember the highest that they have seen: a
-- database that was moved, or that has lost what was committed, shows a beat that does not follow (docs/high-availability.md).
alter table installation
  -- Changes when something that was committed has been lost: positions and copies from before it may name what is not there.
  add column epoch integer not null default 1,
  add column beats bigint not null default 0,
  add column beaten_at timestamptz,
  -- When the server was started that the last beat was written to.
  add column started_at timestamptz,
  add column wal_position pg_lsn,
  -- Whether a standby has every commit before it is answered.
  add column is_synchronous boolean not null default false;

-- Which database this is: its server, itself there, and the timeline, which is a new one after each failover and restore.
create function database_identity() returns text language sql stable as $$
  select s.system_identifier || '.' || d.oid || '.' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  from pg_control_system() s, pg_database d
  where d.datname = current_database()
$$;

-- Each time that committed work was lost: after a restore, or a failover to a server that did not have it all.
create table database_losses (
  epoch integer primary key,
  found_at timestamptz not null default now(),
  reason text not null check (reason in ('another database', 'rewound', 'asynchronous failover', 'nobody watched')),
  -- The newest beat that is left: everything before it is there.
  survived_at timestamptz not null,
  -- The last number of each year's documents that a node has seen: {"2027": 118}.
  documents_seen jsonb not null default '{}',
  -- Numbers of documents that are not given out any more: [{"year": 2027, "first": 113, "last": 130}].
  documents_lost jsonb not null default '[]',
  -- Since when the payment provider has said what has happened since; until then nothing is charged or given back.
  reconciled_at timestamptz,
  -- Since when it has said so of the days before as well, whose events may have arrived late.
  completed_at timestamptz
);
create index database_losses_open on database_losses (epoch) where completed_at is null;

-- A server that has become the primary may have lost the last numbers, and would give them out a second time: it gives out none before
-- a node has compared its beat. Where no node has beaten for ten minutes, none runs that would, and whoever starts one is asked there.
create function refuse_until_checked() returns trigger language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> pg_postmaster_start_time() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
  return null;
end $$;

-- Charges and refunds that were made in the time that is lost are made a second time, unless the provider is asked first.
create function refuse_until_reconciled() returns trigger language plpgsql as $$
begin
  if exists (select from database_losses where reconciled_at is null) then
    raise exception 'the payment provider has not been asked yet what was lost' using errcode = '57P03';
  end if;
  return case when tg_level = 'ROW' then new end;
end $$;

-- Messages between nodes are not kept, and their numbers are nobody's.
do $$
declare numbered name;
begin
  for numbered in
    select relname from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'realtime\_%'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '')
  loop
    execute format('create trigger %I before insert on %I for each statement execute function refuse_until_checked()',
      numbered || '_checked', numbered);
  end loop;
end $$;
create trigger charges_reconciled before insert on charges
  for each statement execute function refuse_until_reconciled();
-- What came too late or twice follows from what the provider says now.
create trigger refunds_reconciled before insert on refunds
  for each row when (new.provider_refund_id is null and new.source in ('api', 'cancellation'))
  execute function refuse_until_reconciled();
create trigger invoices_reconciled before insert on invoices
  for each statement execute function refuse_until_reconciled();

-- migrate:down
drop function refuse_until_reconciled() cascade;
drop function refuse_until_checked() cascade;
drop table database_losses;
drop function database_identity();
alter table installation
  drop column epoch, drop column beats, drop column beaten_at, drop column started_at, drop column wal_position,
  drop column is_synchronous;
