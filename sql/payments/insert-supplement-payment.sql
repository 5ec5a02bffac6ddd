-- A payment that bills supplements.
-- one
insert into payments (reservation_id, kind, amount_cents, currency)
values (:reservation_id, 'supplement', :amount_cents, :currency)
returning id, key, amount_cents, currency
