-- Counts which of some homes are an account's.
-- reads: properties: a template is for homes of the account only
-- one
-- not null: count
select count(*) as count from properties where id = any (:property_ids::uuid[]) and owner_id = :owner_id
