-- Finds a page of the reservations of an owner, whatever their history: the first ones of each home are read by an index, and the total is
-- counted in an index too where the filters allow it.
-- reads: states: the page is of stays
-- reads: properties: a stay belongs to the owner of its home
-- reads: auth, payments: filters look for the name of a guest, and for what is open
-- not null: total
with counted as (
  select count(*) as total
  from reservations r
  left join properties p on p.id = r.property_id
  where
    r.property_id = any (array(select o.id from properties o where o.owner_id = :user_id))
    -- one of: filters
)
select r.id, counted.total
from properties p
cross join lateral (
  select r.id, r.created_at, r.check_in, r.check_out, r.hold_expires_at
  from reservations r
  where r.property_id = p.id
    -- one of: filters
  order by
    -- one of: newest-first, oldest-first, by-arrival, by-departure, by-deadline
  limit :limit::integer + :offset::integer
) r
cross join counted
where p.owner_id = :user_id
order by
  -- one of: newest-first, oldest-first, by-arrival, by-departure, by-deadline
limit :limit offset :offset
