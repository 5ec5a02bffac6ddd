-- Homes :first to :last.
insert into properties (id, owner_id, status, title, description, property_type, room_type, country_id, city_id, address,
  latitude, longitude, timezone, currency, max_guests, included_guests, bedrooms, beds, bathrooms, amenities,
  base_price_cents, weekend_price_cents, cleaning_fee_cents, extra_guest_fee_cents, min_stay, max_stay, lead_time_days,
  booking_window_days, instant_book, rating_average, rating_count, created_at)
select bench_home_id(n), 1 + n % 1000, case when r[2] < 0.97 then 'published' else 'draft' end::property_status,
  initcap(adjective || ' ' || property_type || ' ' || place), repeat(md5(n::text) || ' ', 8 + (12 * r[3])::integer),
  property_type, (array['entire_home', 'entire_home', 'entire_home', 'private_room', 'shared_room'])[1 + floor(5 * r[4])::integer],
  c.country_id, c.id, (1 + floor(200 * r[5]))::integer || ' rue ' || place,
  greatest(-90, least(90, c.latitude + spread * sin(6.283 * r[6]))),
  greatest(-180, least(180, c.longitude + spread * cos(6.283 * r[6]))),
  c.timezone, 'EUR', guests, greatest(1, guests - floor(3 * r[7])::integer), 1 + guests / 3, 1 + guests / 2, 1 + guests / 4,
  amenities, price, case when r[8] < 0.5 then (price * 1.2)::bigint end, (floor(8 * r[9]) * 1000)::bigint,
  (floor(4 * r[10]) * 500)::bigint, (array[1, 1, 1, 2, 2, 3])[1 + floor(6 * r[11])::integer],
  (array[365, 365, 90, 28])[1 + floor(4 * r[12])::integer], (array[0, 0, 1, 2])[1 + floor(4 * r[13])::integer], 730,
  r[14] < 0.7, case when r[15] < 0.8 then round((3 + 2 * sqrt(r[16]))::numeric, 2) end, (100 * r[15] * r[16])::integer,
  now() - make_interval(mins => (:homes - n)::integer)
from generate_series(:first::bigint, :last::bigint) n
cross join lateral (select array_agg(bench_random(n, 100 + i) order by i) as r from generate_series(1, 20) i) random
join bench_cities c on c.rank = width_bucket(r[1], :thresholds::double precision[])
cross join lateral (select
  (array['apartment', 'apartment', 'apartment', 'house', 'studio', 'loft', 'villa', 'chalet', 'cottage', 'guest_house'])[1 + floor(10 * r[18])::integer] as property_type,
  (array['charmant', 'grand', 'petit', 'lumineux', 'calme', 'rustique', 'moderne', 'élégant', 'familial', 'cosy'])[1 + floor(10 * r[19])::integer] as adjective,
  (array['de la gare', 'du marché', 'de l''église', 'du port', 'de la plage', 'des vignes', 'du château', 'de la forêt', 'du lac', 'du théâtre'])[1 + floor(10 * r[20])::integer] as place,
  (array[1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 8])[1 + floor(12 * r[16])::integer] as guests,
  (3000 + floor(exp(3 * r[3]) * 1500))::bigint as price,
  0.002 + 0.06 * r[9] * r[10] as spread,
  array_remove(array['wifi', 'kitchen', 'heating', case when r[4] < 0.5 then 'parking' end, case when r[5] < 0.15 then 'pool' end,
    case when r[6] < 0.3 then 'garden' end, case when r[7] < 0.4 then 'washing_machine' end], null) as amenities
) made
