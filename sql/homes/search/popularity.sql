-- By popularity.
-- part of: page, priced-page
h.popularity
