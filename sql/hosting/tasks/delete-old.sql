-- Deletes tasks whose day is so many days ago, in batches; returns the files of their pictures.
-- one
-- not null: deleted, files
with gone as (
  delete from tasks where id in (select id from tasks where day < current_date - :days::integer order by day limit 1000)
  returning id
)
select (select count(*) from gone) as deleted,
  coalesce((select array_agg(f.path) from gone join task_pictures f on f.task_id = gone.id), '{}') as files
