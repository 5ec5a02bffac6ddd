-- Whether any home on the market is spelt like this, whatever else is asked of it.
-- one
-- plan: each time
-- not null: spelt
select exists (select from properties where status = 'published' and search_text like containing(:q)) as spelt
