-- Machines with nodes of 0.1, whose connections have no version in their name, and since when the oldest is connected. A node has connections
-- as long as it runs, whatever carries the messages between nodes.
-- not null: address, connections, since
select coalesce(host(client_addr), 'local') as address, count(*)::integer as connections, min(backend_start) as since
from pg_stat_activity
where datname = current_database() and application_name = 'sejour'
group by client_addr
order by address
