-- Bodies of deliveries: `{type, timestamp, data}`, as Standard Webhooks has it, and the position in the feed. Events that are kept no more are left out.
-- reads: events: the body of a delivery is the event
-- not null: body
select e.position, e.id,
  jsonb_build_object(
    'type', e.type,
    'timestamp', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'cursor', f.epoch || '.' || e.position,
    'data', jsonb_build_object(
      'object', e.data,
      'previous', e.previous,
      'subject_id', e.subject_id,
      'property_id', e.property_id,
      'owner_id', e.owner_id,
      'actor', case when e.actor is not null then jsonb_build_object('type', e.actor, 'id', e.actor_id) end))::text as body
from events e, event_feed f
-- Times are in milliseconds.
where e.position = any (:positions::bigint[]) and e.at >= :first and e.at < :last::timestamptz + interval '1 millisecond'
