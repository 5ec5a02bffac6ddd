-- One home with its owner and its photos. Not everybody may see the address, the exact coordinates, the owner's phone, and a draft
-- (src/homes/properties/show.ts).
-- reads: auth: the page of a home shows its owner
-- reads: company: the page of a home shows the company that lets it
-- reads: places: the page of a home names its city and its neighborhood
-- replica: yes
-- optional
-- nullable: neighborhood, external_id, company_name
-- not null: photos, public_latitude, public_longitude
with home as (
  select id, owner_id, public_latitude, public_longitude, rating_average, rating_count, created_at, updated_at,
    -- one of: columns
  from properties
  where id = :property_id and status <> 'archived'
)
select home.*, u.first_name as owner_name, u.avatar as owner_avatar, u.phone as owner_phone, c.name as city, n.name as neighborhood,
  i.external_id, company.name as company_name, company.logo as company_logo, company.site as company_site,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'url', f.path, 'width', f.width, 'height', f.height, 'smaller', f.smaller, 'alt', f.alt)
      order by f.position), '[]')
    from property_photos f where f.property_id = home.id) as photos
from home
join users u on u.id = home.owner_id
join cities c on c.id = home.city_id
left join neighborhoods n on n.id = home.neighborhood_id
left join imported_homes i on i.property_id = home.id
left join companies company on company.owner_id = home.owner_id
