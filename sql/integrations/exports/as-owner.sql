-- The homes of an owner.
-- part of: list-reservations, list-payments, list-documents, list-tourist-tax, list-registered, sum-tourist-tax, next-home
h.owner_id = :user_id
