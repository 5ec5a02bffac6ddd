-- Updates the popularity of the next homes after an id: bookings with a half-life of sixty days, favourites, and the
-- rating. Returns the last of them; no row when none is left. Rows whose score changed by less than 5 % are not
-- rewritten.
-- optional
-- nullable: :after
with homes as materialized (
  select id, status, popularity, rating_average, rating_count
  from properties
  where :after::uuid is null or id > :after
  order by id
  limit :homes
), booked as (
  select r.property_id, sum(exp(-0.01155 * extract(epoch from now() - r.created_at)::double precision / 86400)) as score
  from homes
  join reservations r on r.property_id = homes.id
  where r.status in ('confirmed', 'checked_in', 'completed') and r.created_at > now() - interval '1 year'
  group by r.property_id
), liked as (
  select f.property_id, count(*)::double precision as times from homes join favorites f on f.property_id = homes.id group by f.property_id
), fresh as (
  select h.id, h.popularity, coalesce(booked.score, 0) + 0.2 * coalesce(liked.times, 0)
      + coalesce(h.rating_average, 0)::double precision * ln(1 + h.rating_count) / 5 as score
  from homes h
  left join booked on booked.property_id = h.id
  left join liked on liked.property_id = h.id
  where h.status = 'published'
), changes as (
  update properties p set popularity = fresh.score
  from fresh
  where p.id = fresh.id and abs(fresh.popularity - fresh.score) > 0.05 * fresh.score
)
select id from homes order by id desc limit 1
