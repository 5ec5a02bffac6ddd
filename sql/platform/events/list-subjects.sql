-- Subjects of events since a moment, and subjects of facts that are no events yet.
-- not null: subject_id
select distinct e.subject_id
from (
  select t.subject_id, t.type, t.owner_id from events t where t.at >= :since
  union all select f.subject_id, f.type, f.owner_id from event_facts f
  union all select d.property_id::text, 'calendar.changed', d.owner_id from event_days d
) e
where split_part(e.type, '.', 1) = :subject
  -- any of: of-owner
