-- Payments with an event.
-- part of: list-payments
and pay.id = any (:changed::bigint[])
