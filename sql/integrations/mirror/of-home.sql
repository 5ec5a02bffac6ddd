-- One home.
-- part of: list-reservations, list-payments, list-invoices, list-properties, list-calendars
and h.id = :property_id
