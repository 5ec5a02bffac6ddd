-- migrate:up
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists cube;
create extension if not exists earthdistance;

-- unaccent() is "stable", because its dictionary can change. This service does not change it, and an index needs
-- "immutable".
create function normalize_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The LIKE pattern for "contains this text" in normalised columns; % and _ in the text are escaped.
create function containing(value text) returns text
  language sql immutable parallel safe strict
  return '%' || regexp_replace(normalize_text(value), '([%_\\])', '\\\1', 'g') || '%';

-- A time-ordered UUID (RFC 9562, version 7), for servers older than PostgreSQL 18.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- migrate:down
drop function uuid_v7();
drop function containing(text);
drop function normalize_text(text);
drop extension earthdistance;
drop extension cube;
drop extension unaccent;
drop extension pg_trgm;
drop extension btree_gist;
