-- Today in UTC.
-- one
-- not null: today
select (now() at time zone 'UTC')::date as today
