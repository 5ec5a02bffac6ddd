-- Locks a node and numbers its next change of presence; no row when others have given the node up.
-- optional
update realtime_nodes set revision = :revision where node = :node returning node
