-- The taken nights of a home from yesterday on, without the closures of one feed.
-- stale: yes
-- nullable: :except_feed, reservation_id, closure_id
-- not null: start_date, end_date, taken_at
select o.reservation_id, o.closure_id, lower(o.stay) as start_date, upper(o.stay) - 1 as end_date,
  coalesce(r.created_at, k.created_at) as taken_at
from occupancy o
left join reservations r on r.id = o.reservation_id
left join closures k on k.id = o.closure_id
where o.property_id = :property_id and upper(o.stay) > current_date - 1
  and coalesce(r.hold_expires_at > now(), true)
  and (:except_feed::integer is null or k.feed_id is distinct from :except_feed)
order by o.stay, o.id
