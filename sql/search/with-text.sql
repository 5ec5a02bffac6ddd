-- Homes whose text contains this one.
-- How many homes have a text differs by five orders of magnitude.
-- plan: each time
-- part of: page, priced-page, facets
and h.id in (select t.id from search_texts t where t.text like containing(:q))
