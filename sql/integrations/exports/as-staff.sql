-- All homes, for the staff.
-- part of: list-reservations, list-payments, next-home
true
