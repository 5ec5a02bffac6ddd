-- The end of the feed, and the accounts with events after a position.
-- one
-- not null: owners
select f.position, array(select distinct e.owner_id from events e where e.position > :after and e.position <= f.position) as owners
from event_feed f
