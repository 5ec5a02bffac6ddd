-- A document by its key.
-- optional
-- not null: issued_on
select number, kind, reservation_id, locale, seller, buyer, lines, total_cents, currency, method, issued_at,
  (issued_at at time zone (seller ->> 'timezone'))::date as issued_on
from invoices where key = :key
