-- Deletes a node that stops, and its presence.
delete from realtime_nodes where node = :node
