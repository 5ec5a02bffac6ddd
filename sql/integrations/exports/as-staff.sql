-- All homes, for the staff.
-- part of: list-reservations, list-payments, list-documents, list-tourist-tax, list-registered, sum-tourist-tax, next-home
true
