-- Documents that were told about.
-- part of: list-invoices
and i.number = any (:changed::text[])
