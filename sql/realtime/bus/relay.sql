-- Notifies every node of the next messages, in their order, and deletes them: both at the commit. PostgreSQL refuses longer
-- notifications: only nodes of 0.3 that have a Redis leave such a message.
with taken as (
  delete from realtime_outbox
  where id in (select id from realtime_outbox where relayed_at is null order by position limit :limit)
  returning position, message
)
select case when octet_length(t.message) < 8000 then pg_notify('sejour_realtime', t.message) end as notified
from (select message from taken order by position) t
