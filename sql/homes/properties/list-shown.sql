-- Fields of homes in lists, beside their own: the owner, the first five photos, and whether a reader has them among the favourites.
-- reads: auth: homes in lists show their owners
-- replica: yes
-- nullable: :reader_id
-- not null: photos, is_favorite
select p.id, p.owner_id, u.first_name as owner_name, u.avatar as owner_avatar,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'url', f.path, 'width', f.width, 'height', f.height, 'smaller', f.smaller, 'alt', f.alt)
      order by f.position), '[]')
    from (select * from property_photos where property_id = p.id order by position limit 5) f) as photos,
  exists (select from favorites v where v.property_id = p.id and v.user_id = :reader_id) as is_favorite
from properties p
join users u on u.id = p.owner_id
where p.id = any (:property_ids::uuid[])
