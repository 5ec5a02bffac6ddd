-- How far the feed goes, and who was told something after a position.
-- one
-- not null: owners
select f.position, array(select distinct e.owner_id from events e where e.position > :after and e.position <= f.position) as owners
from event_feed f
