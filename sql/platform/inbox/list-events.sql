-- The inbox of a user's own homes, or of all homes for the staff, newest first.
-- reads: properties: an owner sees the events of their own homes
-- not null: total, status, property_id
-- nullable: :property_id, :status, :event, subscription_id, error, settled_at
select e.event_id as id, e.type as event, e.property_id, e.subscription_id, e.received_at, e.settled_at,
  case e.status when 'malformed' then 'failed' else e.status::text end as status, e.attempts, e.error,
  count(*) over () as total
from inbound_events e
join properties p on p.id = e.property_id
where (p.owner_id = :user_id or :is_staff::boolean)
  and (:property_id::uuid is null or e.property_id = :property_id)
  and (:status::event_status is null or e.status = :status)
  and (:event::text is null or e.type = :event)
order by e.received_at desc, e.event_id
limit :limit offset :offset
