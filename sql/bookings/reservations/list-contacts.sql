-- Lists the contacts of the guests of some stays; none that nobody sees.
-- reads: states, auth: a guest is reached as their account or the company's notes say
-- not null: contact
select r.id, to_jsonb(k) as contact
from reservations r
cross join lateral contact_of_stay(r) k
where r.id = any (:reservation_ids::bigint[])
