-- Lists the homes of an owner after one, a line of the archive each, with rates, days to come, closures, photos and texts of arrival. The tax is the one that
-- counts: that of the home, or else that of its city. Addresses of calendars and the password of the Wi-Fi are not among it.
-- reads: properties, sellers, rates, calendars, arrival: they are the home
-- reads: places: the tax of a city counts for a home without one
-- not null: line, files
select h.id, jsonb_build_object(
  'id', h.id,
  'external_id', i.external_id,
  'seller', s.prefix,
  'city', c.name,
  'home', to_jsonb(h) - '{id,owner_id,weekend_bits,calendar_token,public_latitude,public_longitude,seller_id}'::text[],
  'tax', case when num_nonnulls(h.tax_per_adult_night_cents, h.tax_percent_hundredths) > 0
    then jsonb_build_object('per_adult_night_cents', h.tax_per_adult_night_cents, 'percent_hundredths', h.tax_percent_hundredths, 'cap_cents', h.tax_cap_cents)
    else jsonb_build_object('per_adult_night_cents', c.tax_per_adult_night_cents, 'percent_hundredths', c.tax_percent_hundredths, 'cap_cents', c.tax_cap_cents) end,
  'seasons', (select coalesce(jsonb_agg(to_jsonb(x) - '{property_id,created_at,updated_at}'::text[] order by x.id), '[]') from seasons x where x.property_id = h.id),
  'days', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(d) - 'property_id') order by d.day), '[]')
    from calendar_days d where d.property_id = h.id and d.day >= today.on_day),
  'closures', (select coalesce(jsonb_agg(to_jsonb(x) - '{property_id,feed_id,uid,task_id,is_echo,created_at}'::text[] || jsonb_build_object('calendar', f.name)
      order by x.start_date, x.id), '[]')
    from closures x left join calendar_feeds f on f.id = x.feed_id where x.property_id = h.id and x.end_date >= today.on_day),
  'calendars', (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'ends', f.ends, 'stays', f.stays, 'ignore_blocks', f.ignore_blocks) order by f.id), '[]')
    from calendar_feeds f where f.property_id = h.id),
  'photos', (select coalesce(jsonb_agg(jsonb_build_object('file', p.path, 'alt', p.alt) order by p.position), '[]') from property_photos p where p.property_id = h.id),
  'arrival', (select to_jsonb(a) - '{property_id,wifi}'::text[] || jsonb_build_object('pictures',
      (select coalesce(jsonb_agg(jsonb_build_object('file', p.path, 'caption', p.caption) order by p.id), '[]') from arrival_pictures p where p.property_id = h.id))
    from arrivals a where a.property_id = h.id)
)::text as line,
  array(select p.path from property_photos p where p.property_id = h.id order by p.position)
    || array(select p.path from arrival_pictures p where p.property_id = h.id order by p.id) as files
from properties h
join cities c on c.id = h.city_id
left join sellers s on s.id = h.seller_id
left join imported_homes i on i.property_id = h.id
cross join lateral (select (now() at time zone h.timezone)::date as on_day) today
where h.owner_id = :owner_id and h.id > :after_home
order by h.id
limit :limit
