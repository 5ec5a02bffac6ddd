-- Deletes every closure that overlaps the given days, as a whole.
delete from closures
where property_id = :property_id and daterange(start_date, end_date, '[]') && daterange(:start_date, :end_date, '[]')
returning id, start_date, end_date, reason, feed_id, uid, kind, name, guests, note, task_id
