-- Deletes one closure and frees its nights.
-- optional
delete from closures where id = :closure_id and property_id = :property_id returning id
