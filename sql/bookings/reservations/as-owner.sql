-- Stays in the homes of an owner. `is true` keeps it a look into a table of hashes, before costlier conditions; as a join it came after them.
-- reads: properties: the stays of an owner are those at their homes
-- part of: list
(r.property_id in (select o.id from properties o where o.owner_id = :user_id)) is true
