-- Writes that the platform of a feed has read its calendar, some seconds late where it was read from a replica.
update calendar_feeds set exported_at = :read_at::timestamptz - make_interval(secs => :late_seconds::integer)
where id = :feed_id and property_id = :property_id
  and coalesce(exported_at < :read_at::timestamptz - make_interval(secs => :late_seconds::integer), true)
