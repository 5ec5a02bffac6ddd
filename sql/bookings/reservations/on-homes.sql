-- Stays in some homes.
-- part of: filters
and r.property_id = any (:homes::uuid[])
