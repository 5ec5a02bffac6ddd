-- The version of the links of a stay.
-- optional
select id, link_version from reservations where id = :reservation_id
