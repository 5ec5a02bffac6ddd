-- Gives the nights of a reservation back.
delete from occupancy where reservation_id = :reservation_id
