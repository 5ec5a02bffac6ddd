-- migrate:up
-- Holds that expired lately, for the desk.
create index reservation_events_expired on reservation_events (at) where to_status = 'expired';

-- migrate:down
drop index reservation_events_expired;
