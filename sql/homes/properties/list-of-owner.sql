-- The homes of an owner, in whatever state but archived, optionally by a part of their title or city.
-- reads: places: the list of one's homes names their cities
-- replica: yes
-- nullable: :q, :status, :homes, :property_id, cover, external_id
-- not null: today, total
select p.id, p.title, p.status, p.property_type, p.room_type, p.city_id, c.name as city, p.currency, p.base_price_cents, p.max_guests,
  p.instant_book, p.registration_number, p.rating_average, p.rating_count, p.created_at, p.updated_at, i.external_id,
  (now() at time zone p.timezone)::date as today,
  (select f.path from property_photos f where f.property_id = p.id order by f.position limit 1) as cover,
  count(*) over () as total
from properties p
join cities c on c.id = p.city_id
left join imported_homes i on i.property_id = p.id
where p.owner_id = :user_id and p.status <> 'archived' and (:status::property_status is null or p.status = :status)
  and (:q::text is null or normalize_text(p.title || ' ' || c.name) like containing(:q))
  and (:homes::uuid[] is null or p.id = any (:homes)) and (:property_id::uuid is null or p.id = :property_id)
order by
  -- one of: last-changed, by-title, by-place
limit :limit offset :offset
