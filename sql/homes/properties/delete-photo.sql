-- Removes a photo from a home.
-- optional
delete from property_photos where id = :photo_id and property_id = :property_id returning path, smaller
