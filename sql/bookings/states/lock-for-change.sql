-- A stay, locked until the end of the transaction, as it is before a company changes it.
-- reads: properties: a change is checked against the day at the home
-- optional
-- not null: today, is_continued
-- nullable: guest_id, balance_due_on
select r.id, r.property_id, r.guest_id, r.source, r.status, r.check_in, r.check_out, r.adults, r.children, r.infants, r.quote, r.total_cents,
  r.due_now_cents, r.balance_due_on, r.currency, (now() at time zone p.timezone)::date as today,
  exists (select from reservations c where c.continues = r.id) as is_continued
from reservations r
join properties p on p.id = r.property_id
where r.id = :reservation_id
for update of r
