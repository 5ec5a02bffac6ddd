-- Deletes notifications after so many days, in batches: the lowest ids are the oldest.
-- one
-- not null: deleted
with oldest as (
  select id, created_at from notifications order by id limit 1000
), gone as (
  delete from notifications
  where id = any(array(select id from oldest where created_at < now() - make_interval(days => :days)))
  returning 1
)
select count(*) as deleted from gone
