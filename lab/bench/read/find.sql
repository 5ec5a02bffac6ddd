-- The statement of a home as it was at 449a785, with which the read is compared.
-- One home with its owner and its photos. Its owner, the staff and guests of confirmed stays see the address, the
-- exact coordinates and the owner's phone, and drafts too. Everybody else sees the public coordinates of a published
-- home.
-- optional
-- nullable: :user_id, neighborhood
-- not null: photos, latitude, longitude
select p.id, p.owner_id, u.first_name as owner_name, u.avatar as owner_avatar,
  case when known.closely then u.phone end as owner_phone, c.name as city, n.name as neighborhood,
  p.title, p.description, p.property_type, p.room_type, p.country_id, p.city_id, p.neighborhood_id,
  case when known.closely then p.address end as address,
  case when known.closely then p.latitude else p.public_latitude end as latitude,
  case when known.closely then p.longitude else p.public_longitude end as longitude, p.timezone, p.currency, p.max_guests, p.included_guests, p.bedrooms, p.beds,
  p.bathrooms, p.amenities, p.base_price_cents, p.weekend_price_cents, p.weekend_days, p.cleaning_fee_cents,
  p.extra_guest_fee_cents, p.security_deposit_cents, p.deposit_percent, p.balance_due_days, p.min_stay, p.max_stay,
  p.lead_time_days, p.booking_window_days, p.instant_book, p.cancellation_policy, p.check_in_time,
  p.check_out_time, p.status,
  p.rating_average, p.rating_count, p.created_at, p.updated_at,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'url', f.path, 'width', f.width, 'height', f.height, 'alt', f.alt)
      order by f.position), '[]')
    from property_photos f where f.property_id = p.id) as photos
from properties p
join users u on u.id = p.owner_id
join cities c on c.id = p.city_id
left join neighborhoods n on n.id = p.neighborhood_id
cross join lateral (
  select :is_staff::boolean or coalesce(p.owner_id = :user_id::integer, false) or exists (
    select from reservations r
    where r.property_id = p.id and r.guest_id = :user_id and r.status in ('confirmed', 'checked_in', 'completed')) as closely
) known
where p.id = :property_id and (p.status = 'published' or (p.status = 'draft' and known.closely))
