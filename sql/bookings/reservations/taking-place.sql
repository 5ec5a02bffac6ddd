-- Stays that take place.
-- part of: filters
and stay_takes_place(r.status)
