-- Stays whose day of departure is a day or earlier.
-- part of: list-reservations, list-tourist-tax, sum-tourist-tax
and r.check_out <= :to
