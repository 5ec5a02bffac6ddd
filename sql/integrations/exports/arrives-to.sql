-- Stays that arrive until a day.
-- part of: list-registered
and r.check_in <= :to
