-- Stays that take place.
-- part of: list
and stay_takes_place(r.status)
