-- By the time at which a hold or inquiry expires.
-- part of: list
r.hold_expires_at, r.id
