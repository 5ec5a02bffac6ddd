-- Whether the reference data is there.
-- one
-- not null: total
select count(*) as total from countries
