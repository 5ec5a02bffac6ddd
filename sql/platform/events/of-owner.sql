-- Events of the homes and conversations of an owner.
-- part of: list, list-subjects
and e.owner_id = :owner_id
