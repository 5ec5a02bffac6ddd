-- Stays that arrive from a day on.
-- part of: list-registered
and r.check_in >= :from
