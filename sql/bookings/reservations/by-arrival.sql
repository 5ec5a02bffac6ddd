-- By the day of arrival.
-- part of: list, list-of-owner
r.check_in, r.id
