-- Dismisses the nights of a conflict, for as long as its feed goes on naming them.
-- optional
update calendar_conflicts c set dismissed = c.dismissed + c.nights, nights = '{}', dismissed_because = :reason
from calendar_feeds f
where c.id = :conflict_id and f.id = c.feed_id and f.property_id = :property_id and c.kind <> 'same' and not isempty(c.nights)
returning c.id
