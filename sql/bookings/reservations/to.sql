-- Stays that begin on a day or earlier.
-- part of: list
and r.check_in <= :to
