-- By when a home was listed.
-- part of: page, priced-page
h.created_at
