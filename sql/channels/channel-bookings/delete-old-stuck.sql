-- Deletes some revisions that nothing has brought for a while.
-- one
-- not null: deleted
with old as (
  delete from stuck_revisions
  where revision_id in (select revision_id from stuck_revisions where seen_at < now() - make_interval(days => :days::integer) limit 1000)
  returning 1
)
select count(*) as deleted from old
