-- Updates the popularity of homes: bookings, by the score that each home has of them, favourites, and the rating. Rows whose
-- popularity changed by less than 5 % are not rewritten.
-- reads: properties: favourites and ratings make a home popular
with booked as (
  select * from unnest(:booked_ids::uuid[], :scores::double precision[]) as booked (property_id, score)
), liked as (
  select property_id, count(*)::double precision as times from favorites where property_id = any (:ids::uuid[]) group by property_id
), fresh as (
  select p.id, coalesce(booked.score, 0) + 0.2 * coalesce(liked.times, 0)
      + coalesce(p.rating_average, 0)::double precision * ln(1 + p.rating_count) / 5 as score
  from properties p
  left join booked on booked.property_id = p.id
  left join liked on liked.property_id = p.id
  where p.id = any (:ids::uuid[]) and p.status = 'published'
)
update search_homes h set popularity = fresh.score
from fresh
where h.id = fresh.id and abs(h.popularity - fresh.score) > 0.05 * fresh.score
