-- For searches that every home matches, or every home with a text: the page can come from the index of its order, and counting needs no order. PostgreSQL
-- decides by how many it expects, so this is not for what it plans without knowing the values.
-- part of: page
not materialized
