-- Of similar texts there may be very many.
-- part of: page, priced-page, facets
order by h.popularity desc, h.id limit 1000
