-- Today in a time zone; PostgreSQL refuses (22023) one that it does not know.
-- one
-- not null: today
select (now() at time zone :timezone::text)::date as today
