-- Stays that begin in a range of days; a side without a day is open.
-- part of: filters
and r.check_in between coalesce(:arrives_from::date, '-infinity') and coalesce(:arrives_to::date, 'infinity')
