-- How many countries are loaded; none before the first start.
-- one
-- not null: total
select count(*) as total from countries
