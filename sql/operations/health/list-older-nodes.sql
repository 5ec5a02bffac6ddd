-- Machines with nodes of an earlier release, and since when the oldest is connected. A node has connections
-- as long as it runs, whatever carries the messages between nodes. Connections of 0.1 are named `sejour`, those of later releases by patterns
-- in `names`.
-- not null: address, connections, since
select coalesce(host(client_addr), 'local') as address, count(*)::integer as connections, min(backend_start) as since
from pg_stat_activity
where datname = current_database() and (application_name = 'sejour' or application_name like any (:names::text[]))
group by client_addr
order by address
