-- migrate:up
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists cube;

-- Bodies between `return` and `;` are bound to what they name when they are created: a dump restores the indexes that
-- call them whatever the search path is.

-- unaccent() is only "stable", because its dictionary can be changed; ours never is, and an index needs "immutable".
create function normalize_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));

-- The LIKE pattern of "contains this text", for columns that are normalised; the text's own % and _ mean themselves.
create function containing(value text) returns text
  language sql immutable parallel safe strict
  return '%' || regexp_replace(normalize_text(value), '([%_\\])', '\\\1', 'g') || '%';

-- A place as a point in space, in metres from the centre of the earth. The straight line between two such points orders
-- them as the way over ground does, and a GiST index knows it.
create function on_globe(latitude double precision, longitude double precision) returns cube
  language sql immutable parallel safe strict
  return cube(array[
    6378168 * cos(radians(latitude)) * cos(radians(longitude)),
    6378168 * cos(radians(latitude)) * sin(radians(longitude)),
    6378168 * sin(radians(latitude))]);

-- Metres straight through the globe to metres over ground, and back; no place is farther than the other side.
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

-- What a number may be is said by its type. Unlike a check of the table, which every update of a row pays for, a domain is
-- checked when the column itself is written: each booking updates the row of its home, and half of that time was checks.
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
drop extension cube;
drop extension unaccent;
drop extension pg_trgm;
drop extension btree_gist;
