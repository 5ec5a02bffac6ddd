-- Copies the travellers of a stay to its continuation, whose home asks the same: it is in the same country.
insert into travellers (reservation_id, people, sealed, written_at)
select next.id, g.people, g.sealed, g.written_at
from travellers g
join reservations first on first.id = g.reservation_id
join properties home on home.id = first.property_id
join reservations next on next.continues = first.id
join properties other on other.id = next.property_id and other.country_id = home.country_id
where next.id = :reservation_id and g.people <= next.adults + next.children + next.infants
