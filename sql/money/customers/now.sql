-- The present time of the database.
-- one
-- not null: read_at
select clock_timestamp() as read_at
