-- Keeps the nights of a reservation that a channel has sold although they were taken.
insert into occupancy (property_id, kind, stay, reservation_id, overbooked)
select property_id, 'stay', daterange(check_in, check_out), id, true from reservations where id = :reservation_id
