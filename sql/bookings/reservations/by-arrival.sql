-- By the day of arrival.
-- part of: list
r.check_in, r.id
