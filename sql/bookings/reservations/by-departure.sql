-- By the day of departure.
-- part of: list
r.check_out, r.id
