-- One home with its owner and its photos. Not everybody may see the address, the exact coordinates, the owner's phone, and a draft
-- (src/homes/properties/show.ts).
-- replica: yes
-- optional
-- nullable: neighborhood, external_id
-- not null: photos, public_latitude, public_longitude
select p.id, p.owner_id, u.first_name as owner_name, u.avatar as owner_avatar,
  u.phone as owner_phone, c.name as city, n.name as neighborhood,
  p.title, p.description, p.property_type, p.room_type, p.country_id, p.city_id, p.neighborhood_id,
  p.address, p.latitude, p.longitude, p.public_latitude, p.public_longitude, p.timezone, p.currency, p.max_guests, p.included_guests, p.bedrooms, p.beds,
  p.bathrooms, p.amenities, p.base_price_cents, p.weekend_price_cents, p.weekend_days, p.cleaning_fee_cents,
  p.extra_guest_fee_cents, p.security_deposit_cents, p.deposit_percent, p.balance_due_days, p.min_stay, p.max_stay,
  p.lead_time_days, p.booking_window_days, p.instant_book, p.cancellation_policy, p.check_in_time,
  p.check_out_time, p.owner_days, p.registration_number, p.tax_per_adult_night_cents, p.tax_percent_hundredths, p.tax_cap_cents, p.seller_id, p.status,
  p.rating_average, p.rating_count, p.created_at, p.updated_at, i.external_id,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'url', f.path, 'width', f.width, 'height', f.height, 'smaller', f.smaller, 'alt', f.alt)
      order by f.position), '[]')
    from property_photos f where f.property_id = p.id) as photos
from properties p
join users u on u.id = p.owner_id
join cities c on c.id = p.city_id
left join neighborhoods n on n.id = p.neighborhood_id
left join imported_homes i on i.property_id = p.id
where p.id = :property_id and p.status <> 'archived'

