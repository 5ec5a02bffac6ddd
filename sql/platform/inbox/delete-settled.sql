-- Deletes events that were settled so many days ago, in batches.
-- one
-- not null: deleted
with gone as (
  delete from inbound_events
  where ctid = any(array(select ctid from inbound_events where status <> 'received' and settled_at < now() - make_interval(days => :days) order by settled_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
