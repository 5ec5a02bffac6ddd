-- By the time of booking, the oldest first.
-- part of: list, list-of-owner
r.created_at, r.id
