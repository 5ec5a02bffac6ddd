-- Stays that end on a day or later.
-- part of: list
and r.check_out >= :from
