-- All stays, for the staff.
-- part of: list
true
