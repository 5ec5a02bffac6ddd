-- Stays whose day of departure is a day or later.
-- part of: list-reservations, list-tourist-tax, sum-tourist-tax
and r.check_out >= :from
