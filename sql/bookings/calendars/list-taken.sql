-- The taken nights of a home from yesterday on, without echoes and the closures of one feed, with the number and time of the changes of each stay.
-- reads: states: the exported calendar has the stays, each with its number of changes
-- replica: yes
-- nullable: :except_feed, reservation_id, closure_id
-- not null: start_date, end_date, changed_at, changes
select o.reservation_id, o.closure_id, lower(o.stay) as start_date, upper(o.stay) - 1 as end_date,
  coalesce(history.changed_at, r.created_at, k.created_at) as changed_at, history.changes
from occupancy o
left join reservations r on r.id = o.reservation_id
left join closures k on k.id = o.closure_id
cross join lateral (
  select max(e.at) as changed_at, count(*) as changes
  from reservation_events e
  where e.reservation_id = o.reservation_id and e.from_status = e.to_status
) history
where o.property_id = :property_id and upper(o.stay) > current_date - 1
  and coalesce(r.hold_expires_at > now(), true)
  and not coalesce(k.is_echo, false)
  and (:except_feed::bigint is null or k.feed_id is distinct from :except_feed)
order by o.stay, o.id
