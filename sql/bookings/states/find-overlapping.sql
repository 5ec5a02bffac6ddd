-- A reservation in any state that overlaps the given days: a closure there is refused (docs/design/domain.md, "One
-- stay per night").
-- optional
select id from reservations
where property_id = :property_id and daterange(check_in, check_out) && daterange(:start_date, :end_date, '[]')
limit 1
