-- Tasks from a day on.
-- part of: list
and t.day >= :from_day
