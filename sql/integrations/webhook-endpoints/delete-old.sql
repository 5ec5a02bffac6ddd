-- Deletes some deliveries whose events are kept no more.
-- one
-- not null: deleted
with old as (
  select id from webhook_deliveries where created_at < now() - make_interval(days => :keep_days) order by created_at limit 1000
), gone as (
  delete from webhook_deliveries d using old where d.id = old.id returning d.id
)
select count(*)::integer as deleted from gone
