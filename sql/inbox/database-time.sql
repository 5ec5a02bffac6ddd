-- The time of the database, in seconds since 1970.
-- one
-- not null: seconds
select extract(epoch from clock_timestamp())::bigint as seconds
