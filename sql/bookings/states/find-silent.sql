-- A stay that was imported without asking its guest for money, or continues such a stay: its guest is not written to.
-- optional
select i.reservation_id
from reservations r
join imported_stays i on i.reservation_id in (r.id, r.continues)
where r.id = :reservation_id and i.facts ->> 'collect' = 'false'
