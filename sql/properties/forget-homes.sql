-- Takes the homes of an owner off the market, with what says where and how the owner lives; their titles stay for
-- reservations and invoices. Returns the files of their photos.
-- not null: path
with homes as (
  update properties
  set status = 'archived', description = '', address = null, calendar_token = gen_random_uuid(), updated_at = now()
  where owner_id = :user_id
)
delete from property_photos f using properties p where p.id = f.property_id and p.owner_id = :user_id
returning f.path
