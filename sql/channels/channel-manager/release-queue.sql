-- Ends a claim; no row when the queue was claimed again meanwhile. The channel manager can ask for a pause.
-- optional
update channel_queues
set claimed_until = now(), paused_until = greatest(paused_until, now() + :pause_seconds * interval '1 second')
where remote_property_id = :remote_property_id and kind = :kind and claim = :claim
returning claim
