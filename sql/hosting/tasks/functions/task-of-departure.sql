-- The cleaning after a stay, at the end of the transaction, when the nights of the stay are settled. A task that is done stays as it is, and
-- follows the stay again when it is opened again. A day that somebody has chosen stays while it is not before the departure and at the same home.
create or replace function task_of_departure() returns trigger language plpgsql as $$
declare
  stay reservations;
  task tasks;
  nights integer;
  free_until date;
  closure bigint;
begin
  if tg_table_name = 'tasks' then
    select * into stay from reservations where id = new.reservation_id for share;
    if not stay_takes_place(stay.status) then return null; end if;
  else
    select * into stay from reservations where id = new.id;
  end if;
  if not stay_takes_place(stay.status) then
    delete from tasks where reservation_id = stay.id and departs_on is not null and done_at is null;
    return null;
  end if;
  update tasks t
  set property_id = stay.property_id, departs_on = stay.check_out, updated_at = now(),
    day = case when t.property_id = stay.property_id and t.day <> t.departs_on and t.day >= stay.check_out then t.day else stay.check_out end,
    assignee_id = case when task_may_have(stay.property_id, t.assignee_id) then t.assignee_id end
  where t.reservation_id = stay.id and t.departs_on is not null and t.done_at is null
    and (t.property_id, t.departs_on) is distinct from (stay.property_id, stay.check_out)
  returning t.* into task;
  if not found then
    insert into tasks (property_id, day, kind, reservation_id, departs_on)
    select stay.property_id, stay.check_out, 'cleaning', stay.id, stay.check_out
    where stay.check_out >= current_date - 1
    on conflict (reservation_id) where departs_on is not null and reservation_id is not null do nothing;
    return null;
  end if;
  -- Nights that the task keeps closed move with it, as far as they are free.
  with gone as (delete from closures c where c.task_id = task.id returning c.end_date - c.start_date + 1 as days)
  select sum(days) into nights from gone;
  if nights is null then return null; end if;
  select least(task.departs_on + nights, min(greatest(lower(o.stay), task.departs_on))) into free_until
  from occupancy o
  where o.property_id = task.property_id and o.kind = 'stay' and o.stay && daterange(task.departs_on, task.departs_on + nights);
  if free_until > task.departs_on then
    insert into closures (property_id, start_date, end_date, task_id) values (task.property_id, task.departs_on, free_until - 1, task.id)
    returning id into closure;
    insert into occupancy (property_id, kind, stay, closure_id) values (task.property_id, 'closure', daterange(task.departs_on, free_until), closure);
  end if;
  return null;
end $$;
