-- How many closures of a home were made by hand.
-- one
-- not null: count
select count(*) as count from closures where property_id = :property_id and feed_id is null
