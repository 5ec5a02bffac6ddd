-- Returns the card that is kept for a stay, and what it may be charged: damage from the day of arrival on, the balance not before the day that its guest has agreed to. A withdrawal waits until the transaction has ended.
-- reads: states: the card is kept for its stay
-- reads: properties: days are those of the home
-- not null: customer_id, method_id, has_arrived
-- optional
select k.customer_id, k.method_id, k.damage_cents, r.check_in <= (now() at time zone p.timezone)::date as has_arrived,
  case when k.balance_on <= (now() at time zone p.timezone)::date then k.balance_cents else 0 end as balance_cents
from kept_cards k
join reservations r on r.id = k.reservation_id
join properties p on p.id = r.property_id
where k.reservation_id = :reservation_id and k.method_id is not null
for update of k
