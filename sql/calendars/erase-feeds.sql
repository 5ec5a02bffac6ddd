-- Deletes the feeds of an owner's homes, with their closures.
delete from calendar_feeds where property_id in (select id from properties where owner_id = :user_id)
