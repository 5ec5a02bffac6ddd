-- The homes of an owner.
-- part of: list-reservations, list-payments, list-invoices, list-properties, list-calendars
and h.owner_id = :owner_id
