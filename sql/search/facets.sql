-- How many homes there are of each type, whatever type is asked for, and of each price, whatever price is asked for. Prices are
-- counted in twenty steps of whole units; the last one has no upper end, so that a few expensive homes do not widen the others.
-- not null: property_types, prices
with chosen as (
  select h.*, 0 as rank
  from search_homes h
  where h.published
    -- any of: in-city, in-country, in-neighborhood, in-box, in-box-over-date-line, in-radius, with-text, with-similar-text, favorites, party, bedrooms, bathrooms, room-type, amenities, instant-book, free-for-stay
    -- any of: most-popular-thousand
),
-- one of: with-price-of-a-night, price-of-stay
of_type as materialized (
  select h.price_cents from priced h where true
    -- any of: property-type
),
steps as (
  select min(price_cents) / 100 * 100 as low,
    greatest(100, ceil((percentile_disc(0.95) within group (order by price_cents) - min(price_cents)) / 1900.0) * 100)::bigint as width
  from of_type
),
counted as (
  select least(19, (price_cents - (select low from steps)) / (select width from steps)) as step, count(*) as homes from of_type group by 1
)
select
  (select coalesce(jsonb_agg(jsonb_build_object('id', property_type, 'count', homes) order by homes desc, property_type), '[]')
    from (
      select h.property_type, count(*) as homes from priced h where true
        -- any of: total-from, total-to
      group by 1
    ) types) as property_types,
  (select coalesce(jsonb_agg(jsonb_build_object('from_cents', low + step * width,
      'to_cents', case when step < 19 then low + (step + 1) * width end,
      'count', coalesce((select homes from counted where counted.step = series.step), 0)) order by step), '[]')
    from steps cross join generate_series(0, 19) series (step)
    where low is not null) as prices
