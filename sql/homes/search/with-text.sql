-- Homes whose text contains this one.
-- The number of homes with a text differs by five orders of magnitude.
-- plan: each time
-- part of: filters
and h.text like containing(:q)
