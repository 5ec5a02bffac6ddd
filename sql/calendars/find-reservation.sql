-- A reservation, of whatever status, that touches the given days: it stands against a closure (specification, "Calendar rule").
-- optional
select id from reservations
where property_id = :property_id and daterange(check_in, check_out) && daterange(:start_date, :end_date, '[]')
limit 1
