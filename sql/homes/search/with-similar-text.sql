-- Homes whose text has something similar: typing errors are allowed.
-- plan: each time
-- part of: page, priced-page, facets
and normalize_text(:q) <% h.text
