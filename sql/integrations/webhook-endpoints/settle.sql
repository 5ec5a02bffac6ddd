-- Records outcomes of attempts: [{id, status, status_code, error, duration_ms, answer, wait_seconds}]. A success clears `failing_since`
-- of its endpoint; a failure keeps the time of the first one.
with given as (
  select * from jsonb_to_recordset(:outcomes::jsonb) as g(
    id bigint, status delivery_status, status_code integer, error text, duration_ms integer, answer text, wait_seconds integer)
), settled as (
  update webhook_deliveries d
  set status = g.status, status_code = g.status_code, error = g.error, duration_ms = g.duration_ms, answer = g.answer, attempted_at = now(),
    due_at = now() + make_interval(secs => g.wait_seconds)
  from given g where d.id = g.id
  returning d.endpoint_id, d.status
), judged as (
  select endpoint_id, bool_or(status = 'delivered') as answers from settled group by endpoint_id order by endpoint_id
)
update webhook_endpoints e
set failing_since = case when not j.answers then coalesce(e.failing_since, now()) end
from judged j
where e.id = j.endpoint_id and (e.failing_since is null) is distinct from j.answers
