-- Whether a home is among a user's favourites.
select property_id from favorites where user_id = :user_id and property_id = :property_id
