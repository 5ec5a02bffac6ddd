-- Stays that a company has imported, by their names in its files.
select external_id, reservation_id, facts, guest_hash
from imported_stays
where owner_id = :owner_id and external_id = any (:external_ids::text[])
