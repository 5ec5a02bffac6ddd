-- Whether any published home contains this text, regardless of other filters.
-- one
-- plan: each time
-- not null: spelt
select exists (select from properties where status = 'published' and search_text like containing(:q)) as spelt
