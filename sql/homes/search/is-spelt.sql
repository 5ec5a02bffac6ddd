-- Tells whether any published home contains this text, regardless of other filters.
-- replica: yes
-- one
-- not null: spelt
select exists (
  select from search_homes h where h.published and h.text like containing(:q)
) as spelt
