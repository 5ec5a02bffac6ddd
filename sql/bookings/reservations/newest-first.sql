-- By the time of booking, the newest first.
-- part of: list, list-of-owner
r.created_at desc, r.id desc
