-- How sought-after each home is: bookings that fade by half every sixty days, favourites, and the rating.
update properties p set popularity = fresh.score
from (
  select h.id,
    coalesce((select sum(exp(-0.01155 * extract(epoch from now() - r.created_at) / 86400))
      from reservations r where r.property_id = h.id and r.status in ('confirmed', 'checked_in', 'completed')), 0)
    + 0.2 * (select count(*) from favorites f where f.property_id = h.id)
    + coalesce(h.rating_average, 0)::double precision * ln(1 + h.rating_count) / 5 as score
  from properties h where h.status = 'published'
) fresh
where p.id = fresh.id and p.popularity is distinct from fresh.score
