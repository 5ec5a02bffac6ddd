-- Stays that took place and have ended.
-- part of: filters
and stay_takes_place(r.status) and r.check_out < (now() at time zone p.timezone)::date
