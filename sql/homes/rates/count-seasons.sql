-- How many seasons a home has.
-- one
-- not null: count
select count(*) as count from seasons where property_id = :property_id
