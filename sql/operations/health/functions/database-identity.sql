-- Some providers hide what a server knows of itself. A zero stands in its place then, and the start says what cannot be noticed.
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
