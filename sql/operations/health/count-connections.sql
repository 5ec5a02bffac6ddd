-- Counts the connections of all clients to the server, beside its limit. Roles that may not see the sessions of others may see their number.
-- one
-- not null: connections, most
select sum(numbackends)::integer as connections, current_setting('max_connections')::integer as most from pg_stat_database
