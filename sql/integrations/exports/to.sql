-- Stays that begin on a day or earlier.
-- part of: list-reservations
and r.check_in <= :to
