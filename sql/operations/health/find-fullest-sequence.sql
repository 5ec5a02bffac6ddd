-- Finds the part of its numbers that the fullest sequence has given out, from 0 to 1.
-- one
-- not null: used
select coalesce(max(last_value::float8 / max_value), 0) as used from pg_sequences where schemaname = 'public'
