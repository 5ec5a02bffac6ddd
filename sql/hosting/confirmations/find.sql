-- The contents of the page of a reservation.
-- reads: states: the page confirms a stay: its days, state and price
-- reads: properties: the page names the home
-- reads: payments: `open_of_price` takes off what was paid
-- optional
-- not null: open_cents, has_account
select r.id, p.owner_id, p.title, r.check_in, r.check_out, r.status, r.currency, price.open_cents, r.guest_id is not null as has_account
from reservations r
join properties p on p.id = r.property_id
cross join lateral open_of_price(r) price
where r.id = :reservation_id
