-- Somebody helps with a home no longer.
delete from property_members where property_id = :property_id and user_id = :user_id
