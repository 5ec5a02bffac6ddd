-- Payments that were made out on a day or earlier, at the home.
-- part of: list-payments
and (pay.created_at at time zone h.timezone)::date <= :to
