-- The next home whose calendar is shown.
-- stale: yes
select h.id, h.title, h.currency
from properties h
where h.id > :after_home and h.status <> 'archived' and
  -- one of: as-owner, as-staff
  -- any of: of-home, on-homes
order by h.id
limit 1
