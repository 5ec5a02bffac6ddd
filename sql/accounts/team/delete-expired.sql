-- Deletes invitations that nobody has accepted in time, a thousand at a time.
-- one
-- not null: deleted
with gone as (
  delete from team_grants
  where id in (select id from team_grants where expires_at < now() limit 1000)
  returning 1
)
select count(*) as deleted from gone
