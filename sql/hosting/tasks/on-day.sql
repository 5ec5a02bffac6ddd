-- Tasks of a day.
-- part of: list
and t.day = :day
