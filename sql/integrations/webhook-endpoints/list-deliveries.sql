-- A page of the deliveries of an endpoint, the latest first, before one of them.
-- reads: events: a delivery shows the type of its event while that is kept
-- nullable: :before, event_id, type, status_code, error, duration_ms, answer, attempted_at
select d.id, e.id as event_id, e.type, d.status, d.attempts, d.status_code, d.error, d.duration_ms, d.answer, d.attempted_at, d.due_at, d.created_at
from webhook_deliveries d
left join events e on e.position = d.position and e.at = d.event_at
where d.endpoint_id = :endpoint_id and d.id < coalesce(:before::bigint, 9223372036854775807)
order by d.id desc
limit :limit
