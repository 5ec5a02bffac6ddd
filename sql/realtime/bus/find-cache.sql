-- The last event of a cache channel, for half an hour.
-- optional
select event, data from realtime_caches where channel = :channel and updated_at > now() - interval '30 minutes'
