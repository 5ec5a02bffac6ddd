-- Relation of a person to a home; nothing if there is no such home.
-- optional
-- not null: is_owner, rights
select p.owner_id = :user_id as is_owner, rights_of(:user_id, p.id)::text[] as rights
from properties p where p.id = :property_id
