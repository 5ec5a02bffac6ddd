-- Stays that end on a day or later.
-- part of: filters
and r.check_out >= :from
