-- By the day of departure.
-- part of: list, list-of-owner, shown
r.check_out, r.id
