-- Remembers assignee and note of the open tasks of departures that the feeds of a home have let go.
insert into lost_tasks (property_id, departs_on, day, assignee_id, note)
select t.property_id, t.departs_on, t.day, t.assignee_id, t.note
from tasks t
where t.property_id = :property_id and t.reservation_id is null and t.done_at is null
  and t.departs_on = any (:lost::date[]) and num_nonnulls(t.assignee_id, t.note) > 0
on conflict (property_id, departs_on) do update set day = excluded.day, assignee_id = excluded.assignee_id, note = excluded.note
