-- unaccent() is "stable", because its dictionary can change. This service does not change it, and an index needs
-- "immutable".
create or replace function normalize_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));
