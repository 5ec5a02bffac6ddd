-- Deletes the favourites of a user, and takes their homes off the market, with what says where and how they live; titles stay for
-- reservations and invoices. The homes lose their sellers. Returns the files of the photos.
with favourites as (delete from favorites where user_id = :user_id),
homes as (
  update properties
  set status = 'archived', description = '', address = null, registration_number = null, seller_id = null, calendar_token = gen_random_uuid(), updated_at = now()
  where owner_id = :user_id
)
delete from property_photos f using properties p where p.id = f.property_id and p.owner_id = :user_id
returning f.path, f.smaller
