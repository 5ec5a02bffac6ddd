-- Tasks until a day.
-- part of: list
and t.day <= :to_day
