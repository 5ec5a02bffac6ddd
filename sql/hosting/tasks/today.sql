-- Tasks of today at their home. The first condition has an index.
-- part of: list
and t.day between current_date - 1 and current_date + 1 and t.day = (now() at time zone p.timezone)::date
