-- By the day of departure.
-- part of: list, list-of-owner
r.check_out, r.id
