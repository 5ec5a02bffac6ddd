-- Drops the oldest month if all of it is older than so many days. @returns how many it has dropped.
create or replace function audit_drop_month(keep_days integer) returns integer language plpgsql as $$
declare oldest text;
begin
  select c.relname into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'audit_entries'::regclass
    and c.relname < audit_of_month(date_trunc('month', (now() at time zone 'UTC') - make_interval(days => keep_days))::date)
  order by c.relname limit 1;
  if oldest is null then return 0; end if;
  execute format('drop table %I', oldest);
  return 1;
end $$;
