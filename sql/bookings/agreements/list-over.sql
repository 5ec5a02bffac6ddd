-- Lists stays whose card is kept for too long: thirty days after departure, by the days of the home, or where they do not take place.
-- reads: states: a card is kept for its stay
-- reads: properties: days are those of the home
select r.id
from kept_cards k
join reservations r on r.id = k.reservation_id
join properties p on p.id = r.property_id
where k.method_id is not null
  and (r.status in ('cancelled', 'declined', 'expired') or (now() at time zone p.timezone)::date >= r.check_out + 30)
order by r.id
limit 500
