-- A page of tasks at homes of an account that are not archived, by day. An arrival is that of a stay, of an owner's stay, or of an event of a feed that has stays.
-- reads: properties: a task shows its home, with address and hours
-- reads: places: a task names the city of its home
-- reads: auth: a task names its assignee
-- reads: states, calendars: a task shows the next arrival, of a guest, the owner or another platform, and the days that it closes
-- not null: closes_days, pictures_until, total
-- nullable: reservation_id, departs_on, assignee_id, first_name, note, done_at, address, arrives_on, people, pictures
with found as (
  select t.id, count(*) over () as total
  from tasks t
  join properties p on p.id = t.property_id
  where p.owner_id = :user_id and p.status <> 'archived'
    -- any of: on-homes, one, of-home, from, to, of-assignee, of-kind, open, done, today, on-day, late
  order by t.day, t.id
  limit :limit offset :offset
)
select t.id, t.property_id, p.title, y.name as city, p.address, p.check_in_time, p.check_out_time, t.day, t.kind, t.reservation_id, t.departs_on,
  t.assignee_id, u.first_name, t.note, t.done_at, t.created_at, t.updated_at,
  (select coalesce(sum(c.end_date - c.start_date + 1), 0)::integer from closures c where c.task_id = t.id) as closes_days,
  (select jsonb_agg(jsonb_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.id)
    from task_pictures f where f.task_id = t.id) as pictures,
  attachment_deadline() as pictures_until, arrival.day as arrives_on, arrival.people, found.total
from found
join tasks t on t.id = found.id
join properties p on p.id = t.property_id
join cities y on y.id = p.city_id
left join users u on u.id = t.assignee_id
left join lateral (
  select next.day, next.people
  from (
    (select r.check_in as day, r.adults + r.children + r.infants as people
      from reservations r
      where r.property_id = t.property_id and r.check_in >= t.day and stay_takes_place(r.status)
      order by r.check_in limit 1)
    union all
    (select c.start_date, c.guests from closures c
      where c.property_id = t.property_id and c.start_date >= t.day and c.kind = 'owner_stay'
      order by c.start_date limit 1)
    union all
    select min(e.start_date), null
    from calendar_feeds f
    cross join lateral jsonb_to_recordset(f.taken) e (start_date date, is_block boolean)
    where f.property_id = t.property_id and f.stays and not coalesce(e.is_block, false) and e.start_date >= t.day
  ) next
  where next.day is not null
  order by next.day, next.people nulls last
  limit 1
) arrival on true
order by t.day, t.id
