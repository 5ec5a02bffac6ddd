-- Deletes the log of templates after 400 days, in batches.
-- one
-- not null: deleted
with gone as (
  delete from template_sendings
  where id in (select id from template_sendings where due_at < now() - interval '400 days' order by due_at limit 1000)
  returning 1
)
select count(*) as deleted from gone
