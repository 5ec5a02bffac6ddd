-- How much a counter has counted within its present window.
-- one
-- not null: count
select coalesce(sum(count), 0)::integer as count from attempt_counters where key = :key and ends_at > now()
