-- Drops the oldest day if it is older than so many days. @returns how many days it has dropped.
create or replace function events_drop_day(keep_days integer) returns integer language plpgsql as $$
declare
  oldest text;
  last_position bigint;
begin
  select c.relname into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'events'::regclass and c.relname < events_of_day((now() at time zone 'UTC')::date - keep_days)
  order by c.relname limit 1;
  if oldest is null then return 0; end if;
  execute format('select max(position) from %I', oldest) into last_position;
  update event_feed set kept_from = greatest(kept_from, coalesce(last_position, 0) + 1);
  execute format('drop table %I', oldest);
  return 1;
end $$;
