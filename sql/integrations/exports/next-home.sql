-- The next home whose calendar is shown.
-- reads: properties: an owner exports their own homes, under the names that they gave them
-- replica: yes
-- nullable: external_id
select h.id, h.title, h.currency, i.external_id
from properties h
left join imported_homes i on i.property_id = h.id
where h.id > :after_home and h.status <> 'archived' and
  -- one of: as-owner, as-staff
  -- any of: of-home, on-homes
order by h.id
limit 1
