-- Invalidates all earlier positions.
update event_feed set epoch = :epoch
