-- One page of the homes that match, in the requested order (docs/design/domain.md, "Search at scale"). With dates the price
-- is the total of the stay, as src/homes/rates/price.ts computes it, and homes are left out that are taken or whose rules the
-- stay breaks. Without dates it is the price of a night. Coordinates and distances are the public ones. An empty page
-- still returns one row, with id null, that carries total and facets.
--
-- `whole`: the price decides which homes are on the page, so every match is priced; otherwise only those of the page are.
-- `fuzzy`: allows typing errors in `q`, for at most a thousand homes; it is slow and used only when nothing matches exactly.
-- `facets`: counts homes by type, ignoring the type filter, and by price, ignoring the price filter; needs `whole`.
-- Every search is planned for its own filters, so filters that are null or false cost nothing.
-- plan: each time
-- nullable: :q, :country_id, :city_id, :neighborhood_id, :check_in, :check_out, :price_min, :price_max, :bedrooms
-- nullable: :bathrooms, :property_type, :room_type, :amenities, :instant_book, :south, :west, :north, :east
-- nullable: :favorites_of, :latitude, :longitude, :radius_km, id, price_total_cents, distance_km, cover, neighborhood
-- not null: total
with homes as not materialized (
  select p.id, p.city_id, p.property_type, p.rating_average, p.popularity, p.created_at,
    p.base_price_cents, p.weekend_price_cents, p.weekend_bits, p.cleaning_fee_cents, p.extra_guest_fee_cents,
    greatest(0, :adults::integer + :children::integer - p.included_guests) as extra_guests,
    p.changed_days && daterange(:check_in, :check_out) as has_changed_days,
    p.season_days && daterange(:check_in, :check_out) as has_seasons,
    -- Chord length in metres: the same order as the great-circle distance, and supported by the GiST index.
    case when :latitude::double precision is not null
      then on_globe(p.public_latitude, p.public_longitude) <-> on_globe(:latitude, :longitude) end as chord
  from properties p
  where p.status = 'published'
    -- An array can be looked up in the primary key; EXISTS under OR would run for every home.
    and (:favorites_of::integer is null
      or p.id = any (array(select f.property_id from favorites f where f.user_id = :favorites_of)))
    and (:country_id::text is null or p.country_id = upper(:country_id))
    and (:city_id::text is null or p.city_id = :city_id)
    and (:neighborhood_id::text is null or p.neighborhood_id = :neighborhood_id)
    and (:q::text is null
      or case when :fuzzy then normalize_text(:q) <% p.search_text else p.search_text like containing(:q) end)
    and (:adults + :children = 1 or p.max_guests >= :adults + :children)
    and (:bedrooms::integer is null or p.bedrooms >= :bedrooms)
    and (:bathrooms::integer is null or p.bathrooms >= :bathrooms)
    and (:facets::boolean or :property_type::text is null or p.property_type = :property_type)
    and (:room_type::text is null or p.room_type = :room_type)
    and (:amenities::text[] is null or p.amenities @> :amenities)
    and (:instant_book::boolean is null or p.instant_book = :instant_book)
    and (:south::double precision is null or (p.public_latitude between :south and :north
      and case when :west::double precision <= :east::double precision then p.public_longitude between :west and :east
        else p.public_longitude >= :west or p.public_longitude <= :east end))
    and (:radius_km::double precision is null or (
      cube_enlarge(on_globe(:latitude, :longitude), straight_metres(:radius_km * 1000), 3)
        @> on_globe(p.public_latitude, p.public_longitude)
      and on_globe(:latitude, :longitude) <-> on_globe(p.public_latitude, p.public_longitude)
        <= straight_metres(:radius_km * 1000)))
    and (:check_in::date is not null or :facets
      or ((:price_min::bigint is null or p.base_price_cents >= :price_min)
        and (:price_max::bigint is null or p.base_price_cents <= :price_max)))
    -- CASE hides `&&` from the planner, which estimates from its statistics that nearly every home is taken.
    and (:check_in is null or case when p.busy && daterange(:check_in, :check_out::date) then false else
      case when p.changed_days @> :check_in then (
          select :check_out::date - :check_in::date
              between coalesce(d.min_stay, p.min_stay) and coalesce(d.max_stay, p.max_stay)
            and not coalesce(d.closed_to_arrival, false)
          from calendar_days d where d.property_id = p.id and d.day = :check_in)
        else :check_out::date - :check_in::date between p.min_stay and p.max_stay end
      and case when p.changed_days @> :check_out then (
          select not coalesce(d.closed_to_departure, false)
          from calendar_days d where d.property_id = p.id and d.day = :check_out)
        else true end
      and :check_in - (now() at time zone p.timezone)::date between p.lead_time_days and p.booking_window_days end)
),
-- The homes to price: all matches, or those of the page.
chosen as materialized (
  (select * from homes where :whole::boolean
  order by case when :fuzzy then popularity end desc, case when :fuzzy then id end
  limit case when :fuzzy then 1000 end)
  union all
  (select * from homes where not :whole
  order by case when :sort = 'price' then base_price_cents end,
    case when :sort = '-price' then base_price_cents end desc,
    case when :sort = 'distance' then chord end,
    case when :sort = 'rating' then rating_average end desc nulls last,
    case when :sort = 'popular' then popularity end desc,
    case when :sort = 'newest' then created_at end desc,
    id
  limit :limit offset :offset)
),
nights as materialized (
  select :check_in::date + i as day, extract(isodow from :check_in::date + i)::integer - 1 as weekday_bit
  from generate_series(0, :check_out::date - :check_in::date - 1) i
),
-- For each set of weekdays, indexed by its bits: how many nights of the stay fall on it.
weekends as materialized (
  select array_agg(nights order by bits) as nights
  from (
    select bits, sum(bits >> weekday_bit & 1) as nights from generate_series(0, 127) bits cross join nights group by bits
  ) sets
),
-- The seasons that can reduce a stay of this length. OFFSET 0 keeps the planner from scanning all seasons.
reductions as materialized (
  select s.property_id, s.policy, s.start_date, s.end_date,
    -- The lowest rank wins: the narrowest season, then the higher percentage, which the last digits encode.
    (s.end_date - s.start_date) * 10001::bigint + 10000 - s.reduction_hundredths as rank
  from chosen h
  cross join lateral (select * from seasons where property_id = h.id offset 0) s
  where h.has_seasons and s.status = 'active' and s.start_date < :check_out and s.end_date >= :check_in
    and :check_out::date - :check_in::date >= coalesce(s.min_stay, 1)
    and :check_out::date - :check_in::date <= coalesce(s.max_stay, :check_out::date - :check_in::date)
),
booking_reductions as (
  select property_id, 10000 - min(rank) % 10001 as hundredths
  from reductions
  where policy = 'booking' and :check_in between start_date and end_date
  group by property_id
),
night_reductions as (
  select r.property_id, n.day, 10000 - min(r.rank) % 10001 as hundredths
  from reductions r
  join nights n on n.day between r.start_date and r.end_date
  where r.policy = 'nights'
  group by r.property_id, n.day
),
changes as materialized (
  select d.property_id, d.day, d.price_cents, d.extra_guest_fee_cents, d.cleaning_fee_cents
  from chosen h
  cross join lateral (
    select * from calendar_days where property_id = h.id and day >= :check_in and day < :check_out offset 0
  ) d
  where h.has_changed_days
),
-- Homes with changed days or seasons in the stay, added up night by night.
sums as (
  select id, sum(price_cents)::bigint as price_cents, sum((price_cents * reduction + 5000) / 10000)::bigint as discount_cents,
    sum(extra_guest_cents)::bigint as extra_guest_cents
  from (
    select h.id, coalesce(r.hundredths, 0) as reduction,
      coalesce(d.price_cents, case when h.weekend_bits >> n.weekday_bit & 1 = 1 then h.weekend_price_cents end,
        h.base_price_cents) as price_cents,
      coalesce(d.extra_guest_fee_cents, h.extra_guest_fee_cents) as extra_guest_cents
    from chosen h
    cross join nights n
    left join changes d on d.property_id = h.id and d.day = n.day
    left join night_reductions r on r.property_id = h.id and r.day = n.day
    where h.has_changed_days or h.has_seasons
  ) differing
  group by id
),
taxes as materialized (
  select id, tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents
  from cities
  where tax_per_adult_night_cents is not null or tax_percent_hundredths is not null
),
priced as (
  select h.*,
    case when :check_in is null then h.base_price_cents
      else accommodation.cents + h.extra_guests * coalesce(s.extra_guest_cents, h.extra_guest_fee_cents * stay.nights)
        + coalesce(arrival.cleaning_fee_cents, h.cleaning_fee_cents)
        + case
            when tax.tax_per_adult_night_cents is not null then tax.tax_per_adult_night_cents * :adults * stay.nights
            when tax.tax_percent_hundredths is not null then :adults * stay.nights * least(
              coalesce(tax.tax_cap_cents, 9007199254740991),
              (2 * accommodation.cents * tax.tax_percent_hundredths + stay.nights * (:adults + :children) * 10000::bigint)
                / (2 * stay.nights * (:adults + :children) * 10000::bigint))
            else 0
          end
    end as price_cents
  from chosen h
  cross join (select :check_out::date - :check_in::date as nights) stay
  cross join weekends w
  left join sums s on s.id = h.id
  left join booking_reductions b on b.property_id = h.id
  left join changes arrival on arrival.property_id = h.id and arrival.day = :check_in
  left join taxes tax on tax.id = h.city_id
  cross join lateral (
    select coalesce(s.price_cents, h.base_price_cents * stay.nights
      + coalesce(h.weekend_price_cents - h.base_price_cents, 0) * w.nights[h.weekend_bits + 1]) as cents
  ) before
  cross join lateral (
    select before.cents - coalesce((before.cents * b.hundredths + 5000) / 10000, s.discount_cents, 0) as cents
  ) accommodation
),
fitting as (
  select * from priced
  where (:price_min is null or price_cents >= :price_min) and (:price_max is null or price_cents <= :price_max)
    and (:property_type is null or property_type = :property_type)
),
page as (
  select ordered.*, row_number() over () as place
  from (
    select * from fitting
    order by case when :sort = 'price' then price_cents end,
      case when :sort = '-price' then price_cents end desc,
      case when :sort = 'distance' then chord end,
      case when :sort = 'rating' then rating_average end desc nulls last,
      case when :sort = 'popular' then popularity end desc,
      case when :sort = 'newest' then created_at end desc,
      id
    limit :limit offset case when :whole then :offset else 0 end
  ) ordered
),
-- Twenty price steps in whole units. The last one has no upper end, so that a few expensive homes do not widen the others.
steps as (
  select min(price_cents) / 100 * 100 as low,
    greatest(100, ceil((percentile_disc(0.95) within group (order by price_cents) - min(price_cents)) / 1900.0) * 100)::bigint as width
  from priced
  where :property_type is null or property_type = :property_type
),
facets as (
  select jsonb_build_object(
    'property_types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', property_type, 'count', count) order by count desc, property_type), '[]')
      from (
        select property_type, count(*) from priced
        where (:price_min is null or price_cents >= :price_min) and (:price_max is null or price_cents <= :price_max)
        group by property_type
      ) types),
    'prices', (
      select coalesce(jsonb_agg(jsonb_build_object('from_cents', low + step * width,
        'to_cents', case when step < 19 then low + (step + 1) * width end, 'count', coalesce(count, 0)) order by step), '[]')
      from steps
      cross join generate_series(0, 19) step
      left join (
        select least(19, (price_cents - low) / width) as step, count(*)
        from priced, steps
        where :property_type is null or property_type = :property_type
        group by 1
      ) homes using (step)
      where low is not null)
  ) as body
)
select p.id, p.title, p.property_type, p.room_type, p.country_id, p.city_id, c.name as city, n.name as neighborhood,
  p.public_latitude as latitude, p.public_longitude as longitude, p.max_guests, p.bedrooms, p.beds, p.bathrooms, p.amenities, p.instant_book, p.currency,
  p.base_price_cents, p.rating_average, p.rating_count, ground_metres(page.chord) / 1000 as distance_km,
  case when :check_in is not null then page.price_cents end as price_total_cents,
  (select f.path from property_photos f where f.property_id = p.id order by f.position limit 1) as cover,
  case when :whole then (select count(*) from fitting)
    when :fuzzy then (select count(*) from (select from homes limit 1000) counted)
    else (select count(*) from homes) end as total,
  case when :facets then (select body from facets) end as facets
from (values (true)) always
left join page on true
left join properties p on p.id = page.id
left join cities c on c.id = p.city_id
left join neighborhoods n on n.id = p.neighborhood_id
order by page.place
