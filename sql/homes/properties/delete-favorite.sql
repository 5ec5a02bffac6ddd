-- Takes a home off a user's favourites; no row when it was not among them.
-- optional
delete from favorites where user_id = :user_id and property_id = :property_id returning property_id
