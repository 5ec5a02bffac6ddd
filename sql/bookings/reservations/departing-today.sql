-- Stays that end today at their home. The first condition has an index.
-- part of: filters
and r.check_out between current_date - 1 and current_date + 1 and r.check_out = (now() at time zone p.timezone)::date
