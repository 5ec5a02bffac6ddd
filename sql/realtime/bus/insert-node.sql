-- Registers a node, with a lease.
insert into realtime_nodes (node, revision, expires_at)
values (:node, 0, now() + make_interval(secs => :lease_seconds::integer))
