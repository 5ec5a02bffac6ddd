-- Says that the present database is the one to go on with, after so many beats, in this epoch.
insert into installation as i (database_id, started_at, epoch, beats, beaten_at)
values (database_identity(), server_started_at(), :epoch, :beats, clock_timestamp())
on conflict (only_row) do update
set database_id = excluded.database_id, started_at = excluded.started_at, epoch = excluded.epoch, beats = excluded.beats,
  beaten_at = excluded.beaten_at, updated_at = now()
