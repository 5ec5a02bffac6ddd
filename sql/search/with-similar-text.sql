-- Homes whose text has something similar: typing errors are allowed.
-- plan: each time
-- part of: page, priced-page, facets
and h.id in (select t.id from search_texts t where normalize_text(:q) <% t.text)
