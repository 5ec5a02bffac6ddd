-- Deletes one closure; its nights go with it.
-- optional
delete from closures where id = :closure_id and property_id = :property_id returning id
