-- A message of a node to itself, with the time of the database: it shows that the node hears, and how late.
select pg_notify('sejour_realtime', json_build_object('kind', 'beat', 'node', :node::text, 'at', now())::text)
