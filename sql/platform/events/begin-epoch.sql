-- Positions of before stand for nothing any more.
update event_feed set epoch = :epoch
