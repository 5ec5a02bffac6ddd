-- Facts that are no events yet, oldest first.
-- nullable: property_id, from_day, to_day
select id, type, subject_id, property_id, lower(days) as from_day, upper(days) - 1 as to_day
from event_facts
order by id
limit :limit
