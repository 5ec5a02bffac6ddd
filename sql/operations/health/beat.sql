-- Writes a beat, once a second on all nodes together, and tells what the database is now. A database that is not the one of the last
-- beat, or has less than the asking node has seen, gets none. Times are compared both ways: clocks jump.
-- one
-- not null: present_id, numbers, is_known_server
-- nullable: known_id, epoch, beats, beaten_at, is_synchronous
with present as (
  select database_identity() as id, server_started_at() as started_at,
    current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') in ('on', 'remote_apply') as is_synchronous
), beaten as (
  update installation i
  set beats = i.beats + 1, beaten_at = clock_timestamp(),
    is_synchronous = p.is_synchronous
  from present p
  where i.database_id = p.id and i.started_at = p.started_at and i.beats >= :seen
    and (i.beaten_at is null or i.beaten_at not between clock_timestamp() - interval '900 ms' and clock_timestamp())
  returning i.beats, i.beaten_at, i.is_synchronous
)
select p.id as present_id, i.database_id as known_id, coalesce(i.started_at = p.started_at, false) as is_known_server, i.epoch,
  coalesce(b.beats, i.beats) as beats, coalesce(b.beaten_at, i.beaten_at) as beaten_at,
  coalesce(b.is_synchronous, i.is_synchronous) as is_synchronous,
  (
    select coalesce(jsonb_object_agg(sequencename, last_value), '{}') from pg_sequences
    where schemaname = 'public' and last_value is not null
  ) as numbers
from present p
left join installation i on true
left join beaten b on true
