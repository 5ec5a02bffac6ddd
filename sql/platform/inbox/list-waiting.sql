-- Events that could not be applied yet, oldest first.
select provider, event_id, type, received_at, attempts, error
from inbound_events where status = 'received' and attempts > 0
order by received_at limit 100
