-- Tasks at some homes.
-- part of: list
and t.property_id = any (:homes::uuid[])
