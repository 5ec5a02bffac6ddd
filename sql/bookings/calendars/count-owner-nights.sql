-- Nights that owner's stays of a home have in the calendar years that a range of days touches, and those that the range has; both are inclusive.
-- not null: year, used, wanted
select y.year, taken.used, upper(y.days * asked.days) - lower(y.days * asked.days) as wanted
from (select daterange(:start_date, :end_date, '[]') as days) asked
cross join lateral (
  select year, daterange(make_date(year, 1, 1), make_date(year + 1, 1, 1)) as days
  from generate_series(extract(year from :start_date::date)::integer, extract(year from :end_date::date)::integer) year
) y
cross join lateral (
  select coalesce(sum(upper(part) - lower(part)), 0)::integer as used
  from unnest((
    select range_agg(daterange(c.start_date, c.end_date, '[]') * y.days) from closures c
    where c.property_id = :property_id and c.kind = 'owner_stay' and daterange(c.start_date, c.end_date, '[]') && y.days)) part
) taken
order by y.year
