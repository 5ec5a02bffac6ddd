-- A document by its key.
-- optional
select number, kind, reservation_id, locale, seller, buyer, lines, total_cents, currency, method, issued_at
from invoices where key = :key
