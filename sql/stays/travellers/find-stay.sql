-- The country of the home of a stay, its days and its number of people, and whether it takes place.
-- optional
-- not null: people, takes_place
select p.country_id, r.check_in, r.check_out, r.adults + r.children + r.infants as people, stay_takes_place(r.status) as takes_place
from reservations r join properties p on p.id = r.property_id
where r.id = :reservation_id
