-- Some documents, by their numbers.
select key, number, kind, payment_id, reservation_id, seller_id, lines, total_cents, currency, issued_at
from invoices
where number = any (:numbers::text[])
