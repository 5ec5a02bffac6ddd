-- Closures of a home in a range of days, by hand or of feeds, by their first day.
-- reads: calendars: a row about days that are closed already changes nothing
select start_date, end_date
from closures
where property_id = :property_id and daterange(start_date, end_date, '[]') && daterange(:start_date, :end_date, '[]')
order by start_date
