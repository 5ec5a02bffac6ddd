-- Deletes who stayed a year after their departure, in batches.
-- one
-- not null: deleted
with gone as (
  update closures set name = null, note = null
  where id in (
    select id from closures
    where (name is not null or note is not null) and end_date < current_date - 365
    order by end_date limit 1000)
  returning 1
)
select count(*) as deleted from gone
