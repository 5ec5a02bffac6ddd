-- Ranges of days of homes after a home and a day, each of so many nights, from today at the home on for so many days.
-- reads: properties: a copy has the calendars of the caller's homes, from today there on
-- not null: subject_id, from_day, to_day
select h.id as property_id, h.id::text as subject_id, d.from_day, d.to_day
from properties h
cross join lateral (select (now() at time zone h.timezone)::date as day) today
cross join lateral (
  select today.day + first as from_day, today.day + least(first + :nights::integer, :days::integer) - 1 as to_day
  from generate_series(
    case when h.id = :after_home then greatest(:after_day::date + 1 - today.day, 0) else 0 end, :days::integer - 1, :nights::integer) first
) d
where h.id >= :after_home and h.status <> 'archived'
  -- any of: as-owner, of-home, on-homes, changed-homes
order by h.id, d.from_day
limit :limit
