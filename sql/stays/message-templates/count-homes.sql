-- How many of some homes are an account's.
-- one
-- not null: count
select count(*) as count from properties where id = any (:property_ids::uuid[]) and owner_id = :owner_id
