-- Stays with a label of the company. A member of its team does not find a stay of their own by it.
-- part of: filters
and r.labels <> '{}' and :label = any (r.labels) and r.guest_id is distinct from :person_id
