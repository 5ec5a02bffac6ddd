-- The state of a reservation, until when it holds its nights, and its home.
-- optional
-- nullable: :reservation_id, hold_expires_at
select id, property_id, status, hold_expires_at from reservations where id = :reservation_id
