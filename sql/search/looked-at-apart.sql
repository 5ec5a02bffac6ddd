-- Where every home matches: the page comes from the index of its order, and counting needs no more than an index.
-- part of: page
not materialized
