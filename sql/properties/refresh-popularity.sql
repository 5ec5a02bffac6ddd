-- Updates the popularity of homes: bookings, by the score that each home has of them, favourites, and the rating. Rows whose
-- popularity changed by less than 5 % are not rewritten.
with booked as (
  select * from unnest(:booked_ids::uuid[], :scores::double precision[]) as booked (property_id, score)
), liked as (
  select property_id, count(*)::double precision as times from favorites where property_id = any (:ids::uuid[]) group by property_id
), fresh as (
  select h.id, h.popularity, coalesce(booked.score, 0) + 0.2 * coalesce(liked.times, 0)
      + coalesce(h.rating_average, 0)::double precision * ln(1 + h.rating_count) / 5 as score
  from properties h
  left join booked on booked.property_id = h.id
  left join liked on liked.property_id = h.id
  where h.id = any (:ids::uuid[]) and h.status = 'published'
)
update properties p set popularity = fresh.score
from fresh
where p.id = fresh.id and abs(fresh.popularity - fresh.score) > 0.05 * fresh.score
