-- A guest's own reservation, locked until the end of the transaction.
-- optional
-- not null: today
select r.id, r.check_out, r.status, r.quote, r.total_cents, r.currency, r.property_id, (now() at time zone p.timezone)::date as today
from reservations r
join properties p on p.id = r.property_id
where r.id = :reservation_id and r.guest_id = :guest_id
for update of r
