-- Sorts by the expiry of holds and inquiries.
-- part of: list
r.hold_expires_at, r.id
