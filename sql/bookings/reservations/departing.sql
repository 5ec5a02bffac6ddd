-- Stays that end in a range of days; a side without a day is open.
-- part of: filters
and r.check_out between coalesce(:departs_from::date, '-infinity') and coalesce(:departs_to::date, 'infinity')
