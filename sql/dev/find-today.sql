-- Today in UTC.
-- not null: today
select (now() at time zone 'UTC')::date as today
