-- The matches are looked at once, for the page and to count them.
-- part of: page
materialized
