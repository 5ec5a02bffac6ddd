-- migrate:up
-- How a company reaches the guest of a stay, and what it writes down (docs/design/domain.md, "The guest of a stay").
alter table contacts add column first_name text, add column last_name text, add column language text;
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
  alter table reservations
    -- For the company only.
    add column note text,
    add column labels text[] not null default '{}',
    -- When the guest arrives, in the time of the home, and what they wish.
    add column expected_arrival text check (expected_arrival ~ '^([01]\d|2[0-3]):[0-5]\d$'),
    add column remarks text,
    -- Commission and collector of a channel's booking; null: the channel does not say.
    add column commission_cents bigint check (commission_cents >= 0),
    add column collected_by text check (collected_by in ('channel', 'property'));
  foreach definition in array definitions loop
    execute definition;
  end loop;
end $do$;

-- The tourist tax in the price of a stay, in cents.
create function tourist_tax_of(quote jsonb) returns bigint language sql immutable
return (
  select coalesce(sum((line ->> 'amount_cents')::bigint), 0)::bigint
  from jsonb_array_elements(quote -> 'lines') line
  where line ->> 'code' = 'tourist_tax');

-- The guest of a stay: an account, as it is now, or a contact. No row for an account before the stay was confirmed, a year after its
-- departure, or once it is erased.
create function contact_of_stay(stay reservations)
returns table (name text, first_name text, last_name text, email text, phone text, language text, country text)
language sql stable as $$
  select c.name, c.first_name, c.last_name, c.email, c.phone, c.language, c.country_id
  from contacts c where c.id = stay.contact_id
  union all
  select trim(u.first_name || ' ' || u.last_name), u.first_name, u.last_name, u.email, u.phone, u.locale::text, u.country_id
  from users u
  where u.id = stay.guest_id and u.deleted_at is null and stay.check_out >= current_date - 365
    and exists (select from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed')
$$;

-- migrate:down
drop function contact_of_stay(reservations);
drop function tourist_tax_of(jsonb);
alter table reservations drop column note, drop column labels, drop column expected_arrival, drop column remarks,
  drop column commission_cents, drop column collected_by;
alter table contacts drop column first_name, drop column last_name, drop column language;
