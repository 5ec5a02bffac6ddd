-- Favourites of an account.
-- reads: properties: favourites are kept with the homes
-- part of: filters
and h.id in (select f.property_id from favorites f where f.user_id = :favorites_of)
