-- Stays of a guest.
-- part of: list
r.guest_id = :user_id
