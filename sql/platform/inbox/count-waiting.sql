-- Counts the events that wait to be applied, and says how long the oldest has waited.
-- one
-- not null: waiting, oldest_seconds
select count(*) as waiting, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest_seconds
from inbound_events where status = 'received'
