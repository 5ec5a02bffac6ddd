-- Homes that have all of these.
-- reads: properties: `amenity_bits` knows which bit stands for which amenity
-- part of: filters
and h.amenities & (select amenity_bits(:amenities)) = (select amenity_bits(:amenities))
