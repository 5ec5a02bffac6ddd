-- migrate:up
-- The public coordinates of a home, accurate to some sixty metres. The search uses nothing more exact, because bounding
-- boxes and distances would reveal the exact place. Its text does not contain the address.
drop index properties_position;
drop index properties_latitude;
alter table properties
  add column public_latitude double precision not null generated always as (round(latitude * 1000) / 1000) stored,
  add column public_longitude double precision not null generated always as (round(longitude * 1000) / 1000) stored;
create index properties_position on properties using gist (ll_to_earth(public_latitude, public_longitude))
  where status = 'published';
create index properties_latitude on properties (public_latitude, public_longitude) where status = 'published';

create or replace function properties_set_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := normalize_text(concat_ws(' ', new.title,
    (select name from neighborhoods where id = new.neighborhood_id),
    (select name from cities where id = new.city_id),
    (select name_fr || ' ' || name_en from countries where id = new.country_id)));
  return new;
end $$;
drop trigger properties_search_text on properties;
create trigger properties_search_text
  before insert or update of title, neighborhood_id, city_id, country_id on properties
  for each row execute function properties_set_search_text();
update properties set title = title where address is not null;

-- migrate:down
create or replace function properties_set_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := normalize_text(concat_ws(' ', new.title, new.address,
    (select name from neighborhoods where id = new.neighborhood_id),
    (select name from cities where id = new.city_id),
    (select name_fr || ' ' || name_en from countries where id = new.country_id)));
  return new;
end $$;
drop trigger properties_search_text on properties;
create trigger properties_search_text
  before insert or update of title, address, neighborhood_id, city_id, country_id on properties
  for each row execute function properties_set_search_text();
update properties set title = title where address is not null;
drop index properties_latitude;
drop index properties_position;
alter table properties drop column public_longitude, drop column public_latitude;
create index properties_position on properties using gist (ll_to_earth(latitude, longitude)) where status = 'published';
create index properties_latitude on properties (latitude, longitude) where status = 'published';
