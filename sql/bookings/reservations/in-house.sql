-- Stays whose guests are in the house today. The first condition has an index.
-- part of: filters
and stay_takes_place(r.status) and r.check_out >= current_date - 1
and (now() at time zone p.timezone)::date between r.check_in and r.check_out
