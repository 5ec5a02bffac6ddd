-- A payment that is due for a reservation.
-- one
insert into payments (reservation_id, kind, amount_cents, currency)
values (:reservation_id, 'booking', :amount_cents, :currency)
returning id, key, reservation_id, amount_cents, currency
