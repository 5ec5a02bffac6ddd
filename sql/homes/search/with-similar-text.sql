-- Homes whose text has something similar: typing errors are allowed. Where PostgreSQL takes the text for a common one, it would look for a thousand
-- in order of their popularity, and compare the texts of all homes if there are fewer.
-- plan: each time
-- part of: page, priced-page, facets
and normalize_text(:q) <% h.text and costs_a_comparison(h.text)
