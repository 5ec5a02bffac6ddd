-- By the time of booking, the oldest first.
-- part of: list
r.created_at, r.id
