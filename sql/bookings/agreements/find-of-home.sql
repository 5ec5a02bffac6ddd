-- Returns the contract in force for a home: its own, or else that of its company.
-- reads: properties: a home has the contract of its company, unless it has its own
-- optional
-- not null: id, version, texts, created_at, is_of_home
select c.id, c.version, c.texts, c.created_at, c.property_id is not null as is_of_home
from properties p
cross join lateral (
  (select * from contracts where property_id = p.id order by version desc limit 1)
  union all
  (select * from contracts where owner_id = p.owner_id and property_id is null order by version desc limit 1)) c
where p.id = :property_id and p.status <> 'archived' and c.texts <> '{}'
order by c.property_id is null
limit 1
