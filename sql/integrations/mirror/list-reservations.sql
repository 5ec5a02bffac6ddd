-- The stays after one, in the order of home and number. Of each home they are found by its index, so that a page costs the same however many
-- are before it.
-- reads: states: the stays themselves, which the events describe
-- reads: properties: stays are found home by home, so that each page costs the same
-- not null: subject_id
select h.id as property_id, r.id, r.id::text as subject_id
from properties h
cross join lateral (
  select r.id
  from reservations r
  where r.property_id = h.id
    -- Compared as a pair: the index of the numbers alone, which has all stays of everybody, does not serve it.
    and (r.property_id, r.id) > (h.id, case when h.id = :after_home then :after_id::bigint else 0 end)
    -- any of: changed-reservations
  order by r.id
  limit :limit
) r
where h.id >= :after_home
  -- any of: as-owner, of-home, on-homes
order by h.id, r.id
limit :limit
