-- A new feed, due at once; nothing when the home has it already.
-- optional
insert into calendar_feeds (property_id, name, url) values (:property_id, :name, :url)
on conflict (property_id, url) do nothing
returning id
