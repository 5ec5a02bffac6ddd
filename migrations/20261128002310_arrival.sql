-- migrate:up
-- How guests find a home and get in. `texts`: by language, as the API has them; `wifi`: {name, password}.
create table arrivals (
  property_id uuid primary key references properties,
  reveal_hours integer not null check (reveal_hours between 0 and 720),
  wifi jsonb,
  texts jsonb not null,
  updated_at timestamptz not null default now()
);
create trigger arrivals_audited after insert or update on arrivals for each row
  execute function audit_row('property.arrival', '{reveal_hours,wifi,texts}', 'property_id');

create table arrival_pictures (
  id integer primary key generated always as identity,
  property_id uuid not null references properties,
  path text not null,
  width integer not null,
  height integer not null,
  caption text
);
create index arrival_pictures_home on arrival_pictures (property_id, id);
create index arrival_pictures_path on arrival_pictures (path);
create trigger arrival_pictures_checked before insert on arrival_pictures for each statement execute function refuse_until_checked();

-- An archived home loses its arrival, which nobody could delete any longer. A job removes the files.
create function arrival_of_archived() returns trigger language plpgsql as $$
begin
  delete from arrivals where property_id = new.id;
  delete from arrival_pictures where property_id = new.id;
  return null;
end $$;
create trigger properties_arrival after update of status on properties for each row
  when (new.status = 'archived' and old.status <> 'archived') execute function arrival_of_archived();

-- migrate:down
drop trigger properties_arrival on properties;
drop function arrival_of_archived();
drop table arrival_pictures;
drop table arrivals;
