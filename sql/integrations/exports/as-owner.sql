-- The homes of an owner.
-- part of: list-reservations, list-payments, list-tourist-tax, sum-tourist-tax, next-home
h.owner_id = :user_id
