-- The time, the start of the feed, and the time of the last loss: earlier events are not known.
-- reads: events: a copy starts anew when events that it has not read are deleted
-- reads: health: after a loss of data, events that were read before can be wrong
-- one
-- not null: as_of
-- nullable: kept_since, lost_at
select clock_timestamp() as as_of, (select e.at from events e where e.position = f.kept_from) as kept_since,
  (select max(l.found_at) from database_losses l) as lost_at
from event_feed f
