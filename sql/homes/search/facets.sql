-- Counts the homes that a search would find with other filters: each facet, of those that are wanted, ignores its own filter. Above 10,000 homes
-- the most popular are counted. Prices are counted in twenty steps of whole units; the last one has no upper end, so that a few expensive
-- homes do not widen the others.
-- reads: properties: counts are named by the amenity behind each bit
-- replica: yes
-- not null: is_complete
-- nullable: property_types, room_types, amenities, bedrooms, bathrooms, instant_book, prices
with chosen as materialized (
  select * from (
    select h.*, 0 as rank
    from search_homes h
    where h.published
      -- one of: filters
      -- any of: most-popular-thousand
  ) found
  order by popularity desc, id
  limit 10001
),
-- one of: with-price-of-a-night, price-of-stay
of_price as materialized (
  select h.price_cents from priced h where true
    -- one of: counted-filters
),
steps as (
  select min(price_cents) / 100 * 100 as low,
    greatest(100, ceil((percentile_disc(0.95) within group (order by price_cents) - min(price_cents)) / 1900.0) * 100)::bigint as width
  from of_price
),
-- Materialized, or each of the twenty steps would read all prices.
counted as materialized (
  select least(19, (price_cents - (select low from steps)) / (select width from steps)) as step, count(*) as homes from of_price group by 1
)
select (select count(*) < 10001 from chosen) as is_complete,
  case when 'property_types' = any (:facets::text[]) then (
    select coalesce(jsonb_agg(jsonb_build_object('id', property_type, 'count', homes) order by homes desc, property_type), '[]')
    from (
      select h.property_type, count(*) as homes from priced h where true
        -- any of: room-type, bedrooms, bathrooms, instant-book, total-from, total-to
      group by 1
    ) found
  ) end as property_types,
  case when 'room_types' = any (:facets) then (
    select coalesce(jsonb_agg(jsonb_build_object('id', room_type, 'count', homes) order by homes desc, room_type), '[]')
    from (
      select h.room_type, count(*) as homes from priced h where true
        -- any of: property-type, bedrooms, bathrooms, instant-book, total-from, total-to
      group by 1
    ) found
  ) end as room_types,
  case when 'amenities' = any (:facets) then (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'count', homes) order by homes desc, id), '[]')
    from (
      select a.id, sum(found.homes)::bigint as homes
      from (
        select h.amenities, count(*) as homes from priced h where true
          -- any of: property-type, room-type, bedrooms, bathrooms, instant-book, total-from, total-to
        group by 1
      ) found
      join amenities a on found.amenities & (1::bigint << a.bit) <> 0
      group by 1
    ) having_it
  ) end as amenities,
  case when 'bedrooms' = any (:facets) then (
    select coalesce(jsonb_agg(jsonb_build_object('from', bedrooms, 'count', homes) order by bedrooms), '[]')
    from (
      select bedrooms, sum(count(*)) over (order by bedrooms desc)::bigint as homes from priced h where true
        -- any of: property-type, room-type, bathrooms, instant-book, total-from, total-to
      group by 1
    ) found
  ) end as bedrooms,
  case when 'bathrooms' = any (:facets) then (
    select coalesce(jsonb_agg(jsonb_build_object('from', bathrooms, 'count', homes) order by bathrooms), '[]')
    from (
      select bathrooms, sum(count(*)) over (order by bathrooms desc)::bigint as homes from priced h where true
        -- any of: property-type, room-type, bedrooms, instant-book, total-from, total-to
      group by 1
    ) found
  ) end as bathrooms,
  case when 'instant_book' = any (:facets) then (
    select count(*) from priced h where h.instant_book
      -- any of: property-type, room-type, bedrooms, bathrooms, total-from, total-to
  ) end as instant_book,
  case when 'prices' = any (:facets) then (
    select coalesce(jsonb_agg(jsonb_build_object('from_cents', low + step * width,
      'to_cents', case when step < 19 then low + (step + 1) * width end,
      'count', coalesce((select homes from counted where counted.step = series.step), 0)) order by step), '[]')
    from steps cross join generate_series(0, 19) series (step)
    where low is not null
  ) end as prices
