-- Notifies every node of the next messages, in their order, and deletes them: both at the commit.
with taken as (
  delete from realtime_outbox
  where id in (select id from realtime_outbox where relayed_at is null order by position limit :limit)
  returning position, message
)
select pg_notify('sejour_realtime', t.message) from (select message from taken order by position) t
