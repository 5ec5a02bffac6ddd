-- Homes that can be booked at once, or on request.
-- part of: page, priced-page, facets
and h.instant_book = :instant_book
