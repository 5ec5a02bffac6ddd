-- Takes the nights of a reservation; PostgreSQL refuses it (23P01) when one of them is taken.
insert into occupancy (property_id, kind, stay, reservation_id)
select property_id, 'stay', daterange(check_in, check_out), id from reservations where id = :reservation_id
