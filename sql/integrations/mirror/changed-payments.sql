-- Payments that were told about.
-- part of: list-payments
and pay.id = any (:changed::integer[])
