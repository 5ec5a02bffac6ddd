-- Nights of stays and closed nights of the next days, from today at each home, by weeks: the first one is 0, the last may be shorter. A night
-- of a stay is not closed.
-- reads: states: nights are taken by stays
-- reads: calendars: nights are closed by the company and by other platforms
-- reads: properties: an owner sees the nights of all homes on offer, from today there
-- nullable: :homes
-- not null: week, nights, sold, closed
-- replica: yes
with home as materialized (
  select here.today,
    coalesce((select range_agg(o.stay) from occupancy o
      where o.property_id = p.id and o.kind = 'stay' and o.stay && daterange(here.today, here.today + :days::integer)), '{}') as sold,
    coalesce((select range_agg(daterange(c.start_date, c.end_date, '[]')) from closures c
      where c.property_id = p.id and c.end_date >= here.today and c.start_date < here.today + :days), '{}') as closed
  from properties p
  cross join lateral (select (now() at time zone p.timezone)::date as today) here
  where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes)) and p.status = 'published'
)
select week.number as week, sum(nights_of(week.span))::integer as nights,
  sum(nights_of(home.sold * week.span))::integer as sold, sum(nights_of((home.closed - home.sold) * week.span))::integer as closed
from home
cross join lateral (
  select number, datemultirange(daterange(home.today + number * 7, home.today + least((number + 1) * 7, :days))) as span
  from generate_series(0, (:days - 1) / 7) as number) week
group by week.number
order by week.number
