-- Stays in the homes of an owner.
-- reads: properties: the stays of an owner are those at their homes
-- part of: list
r.property_id = any (array(select o.id from properties o where o.owner_id = :user_id))
