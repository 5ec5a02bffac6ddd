-- Tells whether a home is somebody's; nothing if there is no such home.
-- optional
-- not null: is_owner
select p.owner_id = :user_id as is_owner
from properties p where p.id = :property_id
