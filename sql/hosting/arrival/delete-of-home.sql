-- Deletes how guests arrive at a home. A job removes the files of the pictures.
with gone as (delete from arrivals where property_id = :property_id)
delete from arrival_pictures where property_id = :property_id
