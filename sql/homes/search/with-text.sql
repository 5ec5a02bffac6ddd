-- Homes whose text contains this one.
-- How many homes have a text differs by five orders of magnitude.
-- plan: each time
-- part of: page, priced-page, facets
and h.text like containing(:q)
