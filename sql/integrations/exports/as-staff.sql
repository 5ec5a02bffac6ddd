-- All homes, for the staff.
-- part of: list-reservations, list-payments, list-tourist-tax, sum-tourist-tax, next-home
true
