-- The feeds of a home that say one of these nights is taken.
select f.id from calendar_feeds f
where f.property_id = :property_id
  and exists (
    select from jsonb_to_recordset(f.taken) event (start_date date, end_date date)
    where daterange(event.start_date, event.end_date, '[]') && daterange(:check_in, :check_out))
order by f.id
