-- Homes whose text has something similar: typing errors are allowed. The function keeps PostgreSQL from looking for a thousand homes by popularity
-- when it expects many matches by mistake: with fewer than a thousand it would compare the texts of all homes.
-- plan: each time
-- part of: filters
and normalize_text(:q) <% h.text and costs_a_comparison(h.text)
