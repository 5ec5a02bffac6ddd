-- How many closures of a home that are not past were made by hand.
-- one
-- not null: count
select count(*) as count from closures where property_id = :property_id and feed_id is null and end_date >= current_date - 1
