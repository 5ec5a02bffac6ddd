-- Days belong to the owner of the events, as months of the audit do to the owner of the audit.
create or replace function events_add_days() returns void language plpgsql as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  keeper constant name := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = 'events'::regclass);
  day date;
begin
  foreach day in array array[today, today + 1] loop
    continue when to_regclass(events_of_day(day)) is not null;
    execute format('create table %I partition of events for values from (%L) to (%L)', events_of_day(day),
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    if keeper <> current_user then
      execute format('alter table %I owner to %I', events_of_day(day), keeper);
    end if;
  end loop;
end $$;
