-- migrate:up
-- Links of stays are signed over this version: another one voids them. `shares_code`: those who travel with the guest see the code of the door.
-- PostgreSQL's releases since 12 November 2026 refuse a column with a default while a function with an SQL body takes rows of its table
-- (docs/upgrading.md, "The database server"). Until the columns are there, such functions have an empty body.
do $do$
declare
  found record;
  definitions text[] := '{}';
  definition text;
begin
  for found in select oid, pg_get_functiondef(oid) as definition from pg_proc
    where prosqlbody is not null and 'reservations'::regtype::oid = any (proargtypes) order by oid
  loop
    definitions := definitions || found.definition;
    execute format('create or replace function %s(%s) returns %s language plpgsql as $$begin end$$',
      found.oid::regproc, pg_get_function_arguments(found.oid), pg_get_function_result(found.oid));
  end loop;
  alter table reservations add column link_version integer not null default 1, add column shares_code boolean not null default false;
  foreach definition in array definitions loop
    execute definition;
  end loop;
end $do$;
create trigger reservations_audited_link after update of link_version on reservations for each row
  execute function audit_row('reservation.link', '{link_version}');

-- migrate:down
drop trigger reservations_audited_link on reservations;
alter table reservations drop column link_version, drop column shares_code;
