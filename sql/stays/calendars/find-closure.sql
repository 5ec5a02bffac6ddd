-- A closure that was made by hand for exactly these days, for the same reason.
-- optional
-- nullable: :reason
select id, start_date, end_date, reason from closures
where property_id = :property_id and feed_id is null and start_date = :start_date and end_date = :end_date
  and reason is not distinct from :reason
order by id
limit 1
