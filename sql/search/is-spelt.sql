-- Whether any published home contains this text, regardless of other filters.
-- one
-- not null: spelt
select exists (
  select from search_texts t join search_homes h on h.id = t.id where h.published and t.text like containing(:q)
) as spelt
