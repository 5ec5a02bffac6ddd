-- Stays that end on a day or later.
-- part of: list-reservations
and r.check_out >= :from
