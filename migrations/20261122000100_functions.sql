-- migrate:up
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists cube;

-- A body between `return` and `;` resolves its names when the function is created, so a dump restores indexes that call
-- it with any search path.

-- unaccent() is "stable", because its dictionary can change. This service does not change it, and an index needs
-- "immutable".
create function normalize_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));

-- The LIKE pattern for "contains this text" in normalised columns; % and _ in the text are escaped.
create function containing(value text) returns text
  language sql immutable parallel safe strict
  return '%' || regexp_replace(normalize_text(value), '([%_\\])', '\\\1', 'g') || '%';

-- A place as a point in space, in metres from the centre of the earth. Straight-line distances between such points have
-- the same order as distances on the ground, and a GiST index supports them.
create function on_globe(latitude double precision, longitude double precision) returns cube
  language sql immutable parallel safe strict
  return cube(array[
    6378168 * cos(radians(latitude)) * cos(radians(longitude)),
    6378168 * cos(radians(latitude)) * sin(radians(longitude)),
    6378168 * sin(radians(latitude))]);

-- Converts straight-line metres to metres on the ground, and back; limited to the opposite side of the earth.
create function ground_metres(straight_metres double precision) returns double precision
  language sql immutable parallel safe strict
  return 2 * 6378168 * asin(least(1, straight_metres / (2 * 6378168)));
create function straight_metres(ground_metres double precision) returns double precision
  language sql immutable parallel safe strict
  return 2 * 6378168 * sin(least(ground_metres / (2 * 6378168), pi() / 2));

-- A time-ordered UUID (RFC 9562, version 7), for servers older than PostgreSQL 18.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Domains instead of table checks: a table check runs on every update of a row, a domain only when its column is
-- written.
create domain cents as bigint check (value >= 0);
create domain whole as integer check (value >= 0);
create domain positive as integer check (value >= 1);
create domain degrees_north as double precision check (value between -90 and 90);
create domain degrees_east as double precision check (value between -180 and 180);
create domain percent as integer check (value between 1 and 100);
create domain currency_code as text check (value ~ '^[A-Z]{3}$');

-- migrate:down
drop domain currency_code;
drop domain percent;
drop domain degrees_east;
drop domain degrees_north;
drop domain positive;
drop domain whole;
drop domain cents;
drop function uuid_v7();
drop function straight_metres(double precision);
drop function ground_metres(double precision);
drop function on_globe(double precision, double precision);
drop function containing(text);
drop function normalize_text(text);
-- Extensions that an administrator has made stay.
do $$
declare
  extension name;
begin
  for extension in
    select extname from pg_extension
    where extname in ('cube', 'unaccent', 'pg_trgm', 'btree_gist') and pg_has_role(extowner, 'usage')
  loop
    execute format('drop extension %I', extension);
  end loop;
end
$$;
