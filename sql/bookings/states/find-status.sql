-- The state of a reservation, and its home.
-- optional
-- nullable: :reservation_id
select id, property_id, status from reservations where id = :reservation_id
