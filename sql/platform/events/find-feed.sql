-- Returns the last position of the feed, the first one that is kept, and the epoch of both.
-- one
select position, kept_from, epoch from event_feed
