-- Deletes the nodes whose lease has ended, and their presence.
delete from realtime_nodes where expires_at < now() returning node
