-- Facts that are no events yet, oldest first.
-- nullable: property_id, from_day, to_day
-- not null: previous_bytes
select id, type, subject_id, property_id, owner_id, coalesce(octet_length(previous::text), 0) as previous_bytes, lower(days) as from_day, upper(days) - 1 as to_day
from event_facts
order by id
limit :limit
