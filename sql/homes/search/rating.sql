-- By rating.
-- part of: page, priced-page
h.rating
