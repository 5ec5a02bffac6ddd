-- The documents of a reservation.
-- not null: issued_on
select key, number, kind, payment_id, total_cents, currency, issued_at,
  (issued_at at time zone (seller ->> 'timezone'))::date as issued_on
from invoices
where reservation_id = :reservation_id
order by id
