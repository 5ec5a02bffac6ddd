-- Some homes.
-- part of: list-reservations, list-payments, list-invoices, list-properties, list-calendars
and h.id = any (:homes::uuid[])
