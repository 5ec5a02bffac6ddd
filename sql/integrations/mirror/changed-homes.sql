-- Homes that were told about.
-- part of: list-properties, list-calendars
and h.id = any (:changed::uuid[])
