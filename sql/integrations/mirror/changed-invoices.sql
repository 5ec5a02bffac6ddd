-- Documents with an event.
-- part of: list-invoices
and i.number = any (:changed::text[])
