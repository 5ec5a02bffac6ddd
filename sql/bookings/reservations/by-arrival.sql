-- By the day of arrival.
-- part of: list, list-of-owner, shown
r.check_in, r.id
