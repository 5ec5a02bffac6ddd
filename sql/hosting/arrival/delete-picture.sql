-- Deletes a picture of the way into a home.
-- optional
delete from arrival_pictures where id = :picture_id and property_id = :property_id returning path
