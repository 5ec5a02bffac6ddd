-- The LIKE pattern for "contains this text" in normalised columns; % and _ in the text are escaped.
create or replace function containing(value text) returns text
  language sql immutable parallel safe strict
  return '%' || regexp_replace(normalize_text(value), '([%_\\])', '\\\1', 'g') || '%';
