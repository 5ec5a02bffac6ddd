-- migrate:up
create type task_kind as enum ('cleaning', 'maintenance', 'other');

-- Work at homes, by day (docs/design/domain.md, "Tasks").
create table tasks (
  id integer generated always as identity primary key,
  property_id uuid not null references properties,
  day date not null,
  kind task_kind not null,
  -- The stay that it is about.
  reservation_id integer references reservations,
  -- The departure that it follows; null: somebody has created it.
  departs_on date,
  -- The account of the home, or a member of its team.
  assignee_id integer references users,
  note text check (char_length(note) <= 5000),
  done_at timestamptz,
  -- How many days it kept closed until it was done.
  closed_days whole not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tasks_departure check (departs_on is null or kind = 'cleaning')
);
-- A departure has one task: of a stay by the stay, of other platforms by home and day.
create unique index tasks_of_stay on tasks (reservation_id) where departs_on is not null and reservation_id is not null;
create unique index tasks_of_feeds on tasks (property_id, departs_on) where departs_on is not null and reservation_id is null;
create index tasks_home on tasks (property_id, day);
create index tasks_about_stay on tasks (reservation_id) where reservation_id is not null;
create index tasks_assignee on tasks (assignee_id, day) where assignee_id is not null;
create index tasks_old on tasks (day);

-- Stays to come.
insert into tasks (property_id, day, kind, reservation_id, departs_on)
select property_id, check_out, 'cleaning', id, check_out from reservations
where stay_takes_place(status) and check_out >= current_date;

create table task_pictures (
  id integer generated always as identity primary key,
  task_id integer not null references tasks on delete cascade,
  path text not null unique,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);
create index task_pictures_task on task_pictures (task_id, id);

-- Secret addresses of the calendars of assignees, by account and person.
create table task_calendars (
  owner_id integer not null references users,
  user_id integer not null references users,
  token uuid not null unique default gen_random_uuid(),
  primary key (owner_id, user_id)
);
create index task_calendars_user on task_calendars (user_id);

create trigger tasks_checked before insert on tasks for each statement execute function refuse_until_checked();
create trigger task_pictures_checked before insert on task_pictures for each statement execute function refuse_until_checked();

-- Whether somebody may have the tasks of a home: its account, and members of the team for this home.
create function task_may_have(home uuid, person integer) returns boolean language sql stable
  return exists (
    select from properties p
    where p.id = home and (p.owner_id = person or exists (
      select from team_grants g
      where g.owner_id = p.owner_id and g.user_id = person and (g.property_ids is null or p.id = any (g.property_ids)))));

-- The cleaning after a stay, at the end of the transaction, when the nights of the stay are settled. A task that is done stays as it is, and
-- follows the stay again when it is opened again. A day that somebody has chosen stays while it is not before the departure and at the same home.
create function task_of_departure() returns trigger language plpgsql as $$
declare
  stay reservations;
  task tasks;
  nights integer;
  free_until date;
  closure integer;
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
create constraint trigger reservations_task_inserted after insert on reservations deferrable initially deferred for each row
  when (stay_takes_place(new.status)) execute function task_of_departure();
create constraint trigger reservations_task_updated after update of status, property_id, check_out on reservations
  deferrable initially deferred for each row
  when (stay_takes_place(old.status) is distinct from stay_takes_place(new.status)
    or stay_takes_place(new.status) and (old.property_id <> new.property_id or old.check_out <> new.check_out))
  execute function task_of_departure();

create trigger tasks_opened after update of done_at on tasks for each row
  when (old.done_at is not null and new.done_at is null and new.departs_on is not null and new.reservation_id is not null)
  execute function task_of_departure();

-- The cleanings after the stays of other platforms, as the feeds of a home that have stays say: ends of their events, where no stay of the
-- service has the last night. Departures of today and before stay, because feeds leave them out.
create function tasks_follow_feeds(home uuid) returns void language sql as $$
  with departure as (
    select distinct e.end_date + 1 as day
    from calendar_feeds f
    cross join lateral jsonb_to_recordset(f.taken) e (end_date date, is_block boolean)
    where f.property_id = home and f.stays and not coalesce(e.is_block, false)
      and exists (select from closures c where c.feed_id = f.id and e.end_date between c.start_date and c.end_date)
  ), gone as (
    delete from tasks t
    where t.property_id = home and t.reservation_id is null and t.departs_on > current_date and t.done_at is null
      and not exists (select from departure d where d.day = t.departs_on)
  )
  insert into tasks (property_id, day, kind, departs_on)
  select home, d.day, 'cleaning', d.day from departure d where d.day >= current_date
  on conflict (property_id, departs_on) where departs_on is not null and reservation_id is null do nothing
$$;
create function task_of_feed() returns trigger language plpgsql as $$
begin
  perform tasks_follow_feeds(case tg_op when 'DELETE' then old.property_id else new.property_id end);
  return null;
end $$;
create constraint trigger calendar_feeds_task_updated after update of taken, stays on calendar_feeds deferrable initially deferred
  for each row when (old.stays or new.stays) execute function task_of_feed();
create constraint trigger calendar_feeds_task_deleted after delete on calendar_feeds deferrable initially deferred
  for each row when (old.stays) execute function task_of_feed();

-- Open tasks of somebody who has left the team, or this home of it, are nobody's.
create function task_of_member() returns trigger language plpgsql as $$
begin
  update tasks t set assignee_id = null, updated_at = now()
  from properties p
  where p.id = t.property_id and p.owner_id = old.owner_id and t.assignee_id = old.user_id and t.done_at is null
    and not task_may_have(p.id, old.user_id);
  return null;
end $$;
create trigger team_grants_task after update of property_ids or delete on team_grants for each row when (old.user_id is not null)
  execute function task_of_member();

-- Those that the service makes and moves by itself, and those that leave by age, are not audited.
create trigger tasks_audited after insert or update on tasks for each row when (pg_trigger_depth() = 0)
  execute function audit_row('task', '{day,kind,assignee_id,done_at}');
create trigger tasks_deleted_audited after delete on tasks for each row when (pg_trigger_depth() = 0 and old.day > current_date - 30)
  execute function audit_row('task', '{day,kind,assignee_id,done_at}');

create function event_of_task() returns trigger language plpgsql as $$
declare
  task constant tasks := case tg_op when 'DELETE' then old else new end;
begin
  perform event_note(
    'task.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end, task.id::text, task.property_id, null,
    case tg_op when 'UPDATE' then event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[])
      when 'DELETE' then (select jsonb_object_agg(name, to_jsonb(old) -> name) from unnest(tg_argv[0]::text[]) name) end);
  return null;
end $$;
create trigger tasks_told_inserted after insert on tasks for each row execute function event_of_task();
create trigger tasks_told_updated after update on tasks for each row when (event_differs(to_jsonb(old), to_jsonb(new), '{note,closed_days,updated_at}'))
  execute function event_of_task('{id,property_id,day,kind,reservation_id,departs_on,assignee_id,done_at,created_at}');
-- Those that leave by age are not told.
create trigger tasks_told_deleted after delete on tasks for each row when (old.day > current_date - 30)
  execute function event_of_task('{id,property_id,day,kind,reservation_id,departs_on,assignee_id,done_at,created_at}');

-- migrate:down
drop trigger team_grants_task on team_grants;
drop trigger calendar_feeds_task_deleted on calendar_feeds;
drop trigger calendar_feeds_task_updated on calendar_feeds;
drop trigger reservations_task_updated on reservations;
drop trigger reservations_task_inserted on reservations;
drop table task_calendars;
drop table task_pictures;
drop table tasks;
drop function event_of_task();
drop function task_of_member();
drop function task_of_feed();
drop function tasks_follow_feeds(uuid);
drop function task_of_departure();
drop function task_may_have(uuid, integer);
drop type task_kind;
