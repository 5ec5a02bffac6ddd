-- Counts bytes of history of some accounts, and returns how many each has had within its day.
-- not null: owner_id, bytes
select o.owner_id, c.count as bytes
from unnest(:owners::bigint[], :added::integer[]) as o(owner_id, added)
cross join lateral count_attempt('bytes of history ' || o.owner_id, interval '1 day', o.added) c
