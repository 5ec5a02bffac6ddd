-- Counts the seasons of a home.
-- one
-- not null: count
select count(*) as count from seasons where property_id = :property_id
