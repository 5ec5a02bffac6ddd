-- The documents of a reservation.
select key, number, kind, payment_id, total_cents, currency, issued_at
from invoices
where reservation_id = :reservation_id
order by id
