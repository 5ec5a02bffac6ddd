-- Homes with an event.
-- part of: list-properties, list-calendars
and h.id = any (:changed::uuid[])
