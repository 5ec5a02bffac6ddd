-- Payments that were made out on a day or later, at the home.
-- part of: list-payments
and (pay.created_at at time zone h.timezone)::date >= :from
