-- Moves the open tasks of departures that a feed has moved: :moved, a list of {before, after}.
update tasks t
set departs_on = m.after, day = t.day + (m.after - m.before), updated_at = now()
from jsonb_to_recordset(:moved) m (before date, after date)
where t.property_id = :property_id and t.reservation_id is null and t.done_at is null and t.departs_on = m.before
  and not exists (
    select from tasks o where o.property_id = t.property_id and o.reservation_id is null and o.departs_on = m.after)
