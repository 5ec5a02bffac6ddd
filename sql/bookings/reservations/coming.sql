-- Stays that take place, or are held, and begin after today. The first condition has an index.
-- part of: filters
and (r.status = 'pending' or stay_takes_place(r.status)) and r.check_in >= current_date - 1
and r.check_in > (now() at time zone p.timezone)::date
