-- Locks the feed: one node at a time gives positions, and each waits until those before are there to be read.
-- one
select position from event_feed for update
