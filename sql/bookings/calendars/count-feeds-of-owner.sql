-- Counts the feeds of the homes of an owner.
-- reads: properties: the limit of feeds counts all homes of an owner
-- one
-- not null: count
select count(*) as count
from calendar_feeds f join properties p on p.id = f.property_id
where p.owner_id = :owner_id and p.status <> 'archived'
