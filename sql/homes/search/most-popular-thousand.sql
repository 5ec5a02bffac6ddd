-- There may be very many similar texts.
-- part of: page, priced-page, facets
order by h.popularity desc, h.id limit 1000
