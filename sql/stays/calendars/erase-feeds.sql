-- Deletes the feeds of homes, with their closures.
delete from calendar_feeds where property_id = any (:property_ids::uuid[])
