-- Tasks of days that are over at their home. The first condition has an index.
-- part of: list
and t.day <= current_date + 1 and t.day < (now() at time zone p.timezone)::date
