-- migrate:up
-- Whether a guest sees how to arrive: by the rules (docs/design/domain.md, "Arrival"), or as the company has decided.
create type arrival_access as enum ('automatic', 'released', 'withheld');
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
  alter table reservations add column arrival_access arrival_access not null default 'automatic';
  foreach definition in array definitions loop
    execute definition;
  end loop;
end $do$;
create trigger reservations_audited_arrival after update of arrival_access on reservations for each row
  execute function audit_row('reservation.arrival', '{arrival_access}');

-- Codes of doors with their notes, sealed. Home and days are those that a code was set for: after a change it is stale.
create table access_codes (
  reservation_id integer primary key references reservations,
  sealed bytea not null,
  valid_from timestamptz,
  valid_to timestamptz,
  property_id uuid not null references properties,
  check_in date not null,
  check_out date not null,
  set_at timestamptz not null default now(),
  constraint access_codes_in_order check (valid_from < valid_to)
);
create trigger access_codes_audited after insert or update or delete on access_codes for each row
  execute function audit_row('access_code', '{sealed,valid_from,valid_to}', 'reservation_id');

-- Whether a stay has a code, and one for its present home and days.
create function access_code_state(stay reservations) returns text language sql stable
begin atomic
  select coalesce((
    select case when (c.property_id, c.check_in, c.check_out) is distinct from (stay.property_id, stay.check_in, stay.check_out)
      then 'stale' else 'set' end
    from access_codes c where c.reservation_id = stay.id), 'none');
end;

-- migrate:down
drop function access_code_state(reservations);
drop table access_codes;
drop trigger reservations_audited_arrival on reservations;
alter table reservations drop column arrival_access;
drop type arrival_access;
