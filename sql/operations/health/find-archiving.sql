-- Tells whether the server cannot archive its log just now; false where it does not archive at all.
-- one
-- not null: is_failing
select coalesce(
    current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity'), false
  ) as is_failing
from pg_stat_archiver
