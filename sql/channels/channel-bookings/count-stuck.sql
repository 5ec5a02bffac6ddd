-- Revisions that cannot be taken, and the age of the oldest.
-- one
-- not null: stuck, oldest_seconds
select count(*) as stuck, coalesce(extract(epoch from now() - min(since)), 0)::float8 as oldest_seconds from stuck_revisions
