-- Finds a page of reservations: their numbers, and how many there are in all.
-- reads: states: the page is of stays
-- reads: properties: a stay belongs to the owner of its home
-- reads: auth, payments: filters look for the name of a guest, and for what is open
-- not null: total
select r.id, count(*) over () as total
from reservations r
left join properties p on p.id = r.property_id
where
  -- one of: as-owner, as-guest, as-staff
  -- one of: filters
order by
  -- one of: newest-first, oldest-first, by-arrival, by-departure, by-deadline
limit :limit offset :offset
