-- The nodes that have not missed two renewals of their leases, which they renew three times as often as these end.
select node from realtime_nodes
where expires_at > now() + make_interval(secs => :lease_seconds::integer) / 3
