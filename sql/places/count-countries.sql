-- Whether the reference data is there.
-- not null: total
select count(*) as total from countries
