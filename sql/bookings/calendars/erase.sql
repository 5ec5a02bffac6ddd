-- Deletes the feeds of homes with their closures, and who stays in owner's stays there.
with named as (
  update closures set name = null, note = null where property_id = any (:property_ids::uuid[]) and kind = 'owner_stay'
)
delete from calendar_feeds where property_id = any (:property_ids::uuid[])
