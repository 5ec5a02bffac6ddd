-- The owner's stays at homes of an account that a day has somebody in the house, arriving or leaving, and how many there are. Without a day
-- it is today at each home.
-- reads: properties: an owner sees who is in which home today
-- nullable: :homes, :day, name, note, guests
-- not null: total
select c.id as closure_id, c.property_id, p.title, c.start_date, c.end_date, c.guests, c.name, c.note, count(*) over () as total
from properties p
join closures c on c.property_id = p.id and c.kind = 'owner_stay'
cross join lateral (select coalesce(:day::date, (now() at time zone p.timezone)::date) as day) asked
where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
  and c.start_date <= asked.day and c.end_date >= asked.day - 1
order by c.start_date, c.id
limit :limit
