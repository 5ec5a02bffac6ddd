-- Sorts by the expiry of holds and inquiries.
-- part of: list, list-of-owner
r.hold_expires_at, r.id
