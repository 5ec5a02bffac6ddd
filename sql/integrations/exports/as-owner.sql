-- The homes of an owner.
-- part of: list-reservations, list-payments, next-home
h.owner_id = :user_id
