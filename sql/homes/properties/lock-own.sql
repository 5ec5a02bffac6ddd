-- A home as it is, locked, for its owner or the staff.
-- optional
select id, owner_id,
  -- one of: columns
from properties
where id = :property_id and status <> 'archived' and (:is_staff::boolean or owner_id = :user_id)
for update
