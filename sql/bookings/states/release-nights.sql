-- Frees the nights of a reservation.
delete from occupancy where reservation_id = :reservation_id
