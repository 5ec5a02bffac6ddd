-- Homes that can be booked at once, or on request.
-- part of: counted-filters, facets
and h.instant_book = :instant_book
