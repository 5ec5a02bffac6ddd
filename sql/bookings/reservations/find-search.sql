-- The pattern of a search, computed once and not for each row, and whether an owner has so many stays that their guests are found
-- faster among all users.
-- reads: properties, states: a search is planned by how many stays the owner's homes have
-- one
-- not null: pattern, is_large
-- nullable: :owner_id
select containing(:q) as pattern, count(*) = 50000 as is_large
from (
  select from reservations r
  where r.property_id = any (array(select p.id from properties p where p.owner_id = :owner_id))
  limit 50000
) counted
