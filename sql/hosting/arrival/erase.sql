-- Deletes how guests arrive at some homes. Returns the files of the pictures.
with gone as (delete from arrivals where property_id = any (:property_ids::uuid[]))
delete from arrival_pictures where property_id = any (:property_ids::uuid[]) returning path
