-- migrate:up
-- A standby that is promoted before its first checkpoint has an unreadable sequence instead of an unlogged one, and every push would
-- fail from then on. The messages themselves may be lost with their server.
alter sequence realtime_payloads_id_seq set logged;

-- migrate:down
alter sequence realtime_payloads_id_seq set unlogged;
