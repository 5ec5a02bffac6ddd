-- Counts the closures of a home by hand that are not past.
-- one
-- not null: count
select count(*) as count from closures where property_id = :property_id and feed_id is null and end_date >= current_date - 1
