-- Events that were tried and could not be applied, the oldest first.
select provider, event_id, type, received_at, attempts, error
from inbound_events where status = 'received' and attempts > 0
order by received_at limit 100
