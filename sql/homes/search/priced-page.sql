-- One page of the homes that match, where the price of the stay decides which these are: every match is priced. Above 10,000
-- they are counted as 10,001.
-- replica: yes
-- nullable: price_total_cents, neighborhood, distance_km, rating_average, :latitude, :longitude
-- not null: total
with chosen as (
  select h.*,
    -- one of: popularity, price-of-a-night, rating, newest, distance
    as rank
  from search_homes h
  where h.published
    -- one of: filters
    -- one of: counted-filters
    -- any of: most-popular-thousand
),
-- one of: price-of-stay
fitting as (
  select h.id, h.price_cents, h.rank from priced h where true
    -- any of: total-from, total-to
),
page as (
  select *, row_number() over () as place
  from (
    select * from fitting order by
      -- one of: by-total, by-rank
      -- any of: descending
      , id
    limit :limit offset :offset
  ) ordered
),
total as (select least(count(*), 10001) as total from fitting)
-- one of: hits
