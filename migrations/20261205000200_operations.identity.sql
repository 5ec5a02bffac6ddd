-- migrate:up
-- A provider may keep what a server knows of itself to its own people. Then a zero stands in its place, and the start says what is lost by that.
create or replace function database_identity() returns text language plpgsql stable as $$
declare
  server text := '0';
  timeline integer := 0;
begin
  begin
    select s.system_identifier into server from pg_control_system() s;
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  begin
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
  exception when insufficient_privilege or undefined_function or feature_not_supported then null;
  end;
  return (select server || '.' || d.oid || '.' || timeline from pg_database d where d.datname = current_database());
end $$;
-- The start of the server; a moment that never changes where it is not said.
create function server_started_at() returns timestamptz language plpgsql stable as $$
begin
  return pg_postmaster_start_time();
exception when insufficient_privilege or undefined_function or feature_not_supported then return timestamptz 'epoch';
end $$;
create or replace function refuse_until_checked() returns trigger language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> server_started_at() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
  return null;
end $$;

-- migrate:down
create or replace function refuse_until_checked() returns trigger language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> pg_postmaster_start_time() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
  return null;
end $$;
drop function server_started_at();
create or replace function database_identity() returns text language sql stable as $$
  select s.system_identifier || '.' || d.oid || '.' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
  from pg_control_system() s, pg_database d
  where d.datname = current_database()
$$;
