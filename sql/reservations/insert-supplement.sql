-- A supplement of a reservation, not billed yet.
-- one
insert into supplements (reservation_id, label, amount_cents, created_by)
values (:reservation_id, :label, :amount_cents, :created_by)
returning id, label, amount_cents, created_at
