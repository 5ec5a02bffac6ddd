-- Raises sequences above their last numbers and those that a node has seen, by a margin for what nobody has seen: all of them, or
-- those that are behind. The margin is larger than what is given out between reading a number and setting it.
-- one
-- not null: raised
select count(setval(
  format('%I.%I', schemaname, sequencename)::regclass,
  least(max_value, greatest(coalesce(last_value, 0), coalesce((:numbers::jsonb ->> sequencename)::bigint, 0)) + :margin::bigint)
)) as raised
from pg_sequences
where schemaname = 'public' and (:all::boolean or (:numbers::jsonb ->> sequencename)::bigint > coalesce(last_value, 0))
