-- One page of the homes that match, in the requested order, with how many they are, or 10,001 (docs/design/domain.md,
-- "Search at scale").
-- With dates each has the price of the stay.
-- replica: yes
-- nullable: price_total_cents, neighborhood, distance_km, rating_average, :latitude, :longitude
-- not null: total
with matches as
  -- one of: looked-at-once, looked-at-apart
(
  select h.id,
    -- one of: popularity, price-of-a-night, rating, newest, distance
    as rank
  from search_homes h
  where h.published
    -- one of: filters
    -- one of: counted-filters
    -- any of: night-from, night-to
    -- any of: most-popular-thousand
),
chosen as materialized (
  select h.*, best.place as rank
  from (
    select id, row_number() over () as place
    from (
      select * from matches order by rank
        -- any of: descending
        , id
      limit :limit offset :offset
    ) ordered
  ) best
  join search_homes h on h.id = best.id
),
-- one of: without-price, price-of-stay
page as (select id, price_cents, rank as place from priced),
total as (select count(*) as total from (select from matches limit 10001) counted)
-- one of: hits
