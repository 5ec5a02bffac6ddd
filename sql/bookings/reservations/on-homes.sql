-- Stays in some homes.
-- part of: list
and r.property_id = any (:homes::uuid[])
