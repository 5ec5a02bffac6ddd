-- Returns how long the oldest fact has waited to be an event with a position.
-- one
-- not null: oldest_seconds
select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds from event_facts
