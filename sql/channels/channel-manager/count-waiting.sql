-- Rooms whose changed days the channel manager has not received yet, those of them that it refuses or that do not reach it, and for
-- how long the oldest of these has failed.
-- one
-- not null: waiting, failing, failing_seconds
select count(*) as waiting, count(failing_since) as failing,
  coalesce(extract(epoch from now() - min(failing_since)), 0)::float8 as failing_seconds
from channel_updates where not (isempty(days) and isempty(sending))
