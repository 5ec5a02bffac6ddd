-- Stays that begin on a day or earlier.
-- part of: filters
and r.check_in <= :to
