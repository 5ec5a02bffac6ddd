-- Homes with places for so many.
-- part of: filters
and h.max_guests >= :guests
