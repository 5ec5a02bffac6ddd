-- What was paid for a reservation and not given back.
-- not null: left_cents
select id, amount_cents - refunded_cents as left_cents
from payments
where reservation_id = :reservation_id and paid_at is not null
order by id
for update
