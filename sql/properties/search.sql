-- Homes that fit, on one page. With dates, the price is the stay's total, and homes that are taken or whose rules the
-- stay breaks are left out; without, it is the price of a night.
-- nullable: :q, :country_id, :city_id, :neighborhood_id, :check_in, :check_out, :price_min, :price_max, :bedrooms
-- nullable: :bathrooms, :property_type, :room_type, :amenities, :instant_book, :south, :west, :north, :east
-- nullable: :favorites_of, :latitude, :longitude, :radius_km, price_total_cents, distance_km, cover, neighborhood
-- not null: total
with homes as (
  select p.id, p.base_price_cents, p.rating_average, p.popularity, p.created_at,
    case when :check_in::date is null then p.base_price_cents
      else stay_total_cents(p, :check_in, :check_out, :adults, :children) end as price_cents,
    case when :latitude::double precision is not null
      then earth_distance(ll_to_earth(:latitude, :longitude), ll_to_earth(p.latitude, p.longitude)) / 1000 end as distance_km
  from properties p
  where p.status = 'published'
    and (:favorites_of::integer is null
      or exists (select from favorites f where f.user_id = :favorites_of and f.property_id = p.id))
    and (:country_id::text is null or p.country_id = upper(:country_id))
    and (:city_id::text is null or p.city_id = :city_id)
    and (:neighborhood_id::text is null or p.neighborhood_id = :neighborhood_id)
    and (:q::text is null or p.search_text like containing(:q)
      or normalize_text(:q) <% p.search_text)
    and p.max_guests >= :adults::integer + :children::integer
    and (:check_in is null or not p.busy && daterange(:check_in, :check_out))
    and (:bedrooms::integer is null or p.bedrooms >= :bedrooms)
    and (:bathrooms::integer is null or p.bathrooms >= :bathrooms)
    and (:property_type::text is null or p.property_type = :property_type)
    and (:room_type::text is null or p.room_type = :room_type)
    and (:amenities::text[] is null or p.amenities @> :amenities)
    and (:instant_book::boolean is null or p.instant_book = :instant_book)
    and (:south::double precision is null or (p.latitude between :south and :north
      and case when :west::double precision <= :east::double precision then p.longitude between :west and :east
        else p.longitude >= :west or p.longitude <= :east end))
    and (:radius_km::double precision is null or (
      earth_box(ll_to_earth(:latitude, :longitude), :radius_km * 1000) @> ll_to_earth(p.latitude, p.longitude)
      and earth_distance(ll_to_earth(:latitude, :longitude), ll_to_earth(p.latitude, p.longitude)) <= :radius_km * 1000))
), page as (
  select *, count(*) over () as total,
    row_number() over (order by
      case when :sort = 'price' then price_cents end,
      case when :sort = '-price' then price_cents end desc,
      case when :sort = 'distance' then distance_km end,
      case when :sort = 'rating' then rating_average end desc nulls last,
      case when :sort = 'popular' then popularity end desc,
      case when :sort = 'newest' then created_at end desc,
      id) as place
  from homes
  where price_cents is not null
    and (:price_min::bigint is null or price_cents >= :price_min)
    and (:price_max::bigint is null or price_cents <= :price_max)
  order by place
  limit :limit offset :offset
)
select p.id, p.title, p.property_type, p.room_type, p.country_id, p.city_id, c.name as city, n.name as neighborhood,
  p.latitude, p.longitude, p.max_guests, p.bedrooms, p.beds, p.bathrooms, p.amenities, p.instant_book, p.currency,
  p.base_price_cents, p.rating_average, p.rating_count, page.distance_km, page.total,
  case when :check_in is not null then page.price_cents end as price_total_cents,
  (select f.path from property_photos f where f.property_id = p.id order by f.position limit 1) as cover
from page
join properties p on p.id = page.id
join cities c on c.id = p.city_id
left join neighborhoods n on n.id = p.neighborhood_id
order by page.place
