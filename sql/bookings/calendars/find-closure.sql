-- A closure that was made by hand for exactly these days, for the same reason or the same owner's stay.
-- optional
-- nullable: :reason, :name, :guests, :note
select id, start_date, end_date, reason, kind, name, guests, note from closures
where property_id = :property_id and feed_id is null and start_date = :start_date and end_date = :end_date
  and reason is not distinct from :reason and kind = :kind and name is not distinct from :name
  and guests is not distinct from :guests and note is not distinct from :note and task_id is null
order by id
limit 1
