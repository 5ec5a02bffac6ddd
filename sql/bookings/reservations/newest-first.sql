-- By the time of booking, the newest first.
-- part of: list
r.created_at desc, r.id desc
