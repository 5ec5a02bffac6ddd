-- Drops the oldest day of events if it is older than so many days.
-- one
-- not null: deleted
select events_drop_day(:keep_days) as deleted
