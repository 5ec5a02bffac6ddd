-- For searches that most homes match, or every home with a text: the page can come from the index of its order, and counting, which ends
-- early, needs no order. PostgreSQL decides by how many it expects, so this is not for what it plans without knowing the values.
-- part of: page
not materialized
