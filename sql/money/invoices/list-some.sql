-- Some documents, by their numbers.
-- not null: issued_on
select key, number, kind, payment_id, reservation_id, seller_id, lines, total_cents, currency, issued_at,
  (issued_at at time zone (seller ->> 'timezone'))::date as issued_on
from invoices
where number = any (:numbers::text[])
