-- Homes that have all of these.
-- part of: page, priced-page, facets
and h.amenities & (select amenity_bits(:amenities)) = (select amenity_bits(:amenities))
