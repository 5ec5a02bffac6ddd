-- Renews the lease of a node; no row when others have given the node up.
-- optional
update realtime_nodes set expires_at = now() + make_interval(secs => :lease_seconds::integer) where node = :node returning node
