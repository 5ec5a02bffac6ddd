-- Counts those of some homes for which an account may have keys: its own, or as one of the staff any.
-- reads: properties: a key is made for homes that exist, and for homes of others by the staff only
-- one
-- not null: count
select count(*)::integer as count from properties
where id = any (:property_ids::uuid[]) and (owner_id = :user_id or :is_staff::boolean)
