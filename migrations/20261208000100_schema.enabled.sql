-- migrate:up
-- A database without accounts is new: nothing in it is of an earlier release, and it has none of the triggers that nodes of 0.3 need. `npm run admin --
-- enable 0.4` takes them from others. Transactions of 0.4 ask themselves, and at once, what these triggers ask of each table that gives out numbers.
create or replace function assert_checked() returns void language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> server_started_at() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
end $$;
insert into enabled_releases (release, enabled_on) select '0.4', '-infinity' where not exists (select from users);

-- Transactions of 0.4 keep the tasks of departures, and delete the arrivals of archived homes, themselves. Until `npm run admin -- enable 0.4` the triggers stay for
-- nodes of 0.3, and do nothing in a transaction of 0.4, which says so (`sejour.release`, src/platform/db/client.ts). A new database has none.
do $$
declare
  kept record;
begin
  for kept in
    select t.tgname, t.tgrelid::regclass as owner, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname in ('task_of_departure', 'task_of_feed', 'task_of_member', 'arrival_of_archived') and not t.tgisinternal
  loop
    execute format('drop trigger %I on %s', kept.tgname, kept.owner);
    execute replace(kept.definition, ' WHEN (', ' WHEN (coalesce(current_setting(''sejour.release'', true), '''') = '''' AND ');
  end loop;
  if exists (select from enabled_releases where release = '0.4') then
    drop function refuse_until_checked(), task_of_departure(), task_of_feed(), tasks_follow_feeds(uuid), task_of_member(), arrival_of_archived() cascade;
  end if;
end $$;

-- The audit has acts of people: not the cleaning that comes, moves and goes with its stay, nor the task that somebody loses with their place in a team.
drop trigger tasks_audited on tasks;
create trigger tasks_audited after insert on tasks for each row
  when (pg_trigger_depth() = 0 and new.departs_on is null)
  execute function audit_row('task', '{day,kind,assignee_id,done_at}');
create trigger tasks_changed_audited after update on tasks for each row
  when (pg_trigger_depth() = 0 and (old.property_id, old.departs_on) is not distinct from (new.property_id, new.departs_on)
    and (new.assignee_id is not null or old.assignee_id is null or task_may_have(old.property_id, old.assignee_id)))
  execute function audit_row('task', '{day,kind,assignee_id,done_at}');
drop trigger tasks_deleted_audited on tasks;
create trigger tasks_deleted_audited after delete on tasks for each row
  when (pg_trigger_depth() = 0 and old.day > current_date - 30 and old.departs_on is null)
  execute function audit_row('task', '{day,kind,assignee_id,done_at}');

-- migrate:down
drop trigger tasks_deleted_audited on tasks;
create trigger tasks_deleted_audited after delete on tasks for each row
  when (pg_trigger_depth() = 0 and old.day > current_date - 30)
  execute function audit_row('task', '{day,kind,assignee_id,done_at}');
drop trigger tasks_changed_audited on tasks;
drop trigger tasks_audited on tasks;
create trigger tasks_audited after insert or update on tasks for each row
  when (pg_trigger_depth() = 0)
  execute function audit_row('task', '{day,kind,assignee_id,done_at}');
-- Keeps cleanings after the stays of other platforms: at the end of each event of a feed with stays, where no stay of the service has the last
-- night. Departures of today and before stay, because feeds leave them out.
create or replace function tasks_follow_feeds(home uuid) returns void language sql as $$
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
create or replace function task_of_feed() returns trigger language plpgsql as $$
begin
  perform tasks_follow_feeds(case tg_op when 'DELETE' then old.property_id else new.property_id end);
  return null;
end $$;
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
-- Open tasks of somebody who has left the team, or this home of it, are nobody's.
create or replace function task_of_member() returns trigger language plpgsql as $$
begin
  update tasks t set assignee_id = null, updated_at = now()
  from properties p
  where p.id = t.property_id and p.owner_id = old.owner_id and t.assignee_id = old.user_id and t.done_at is null
    and not task_may_have(p.id, old.user_id);
  return null;
end $$;
-- An archived home loses its arrival, which nobody could delete any longer. A job removes the files.
create or replace function arrival_of_archived() returns trigger language plpgsql as $$
begin
  delete from arrivals where property_id = new.id;
  delete from arrival_pictures where property_id = new.id;
  return null;
end $$;
drop trigger if exists calendar_feeds_task_deleted on calendar_feeds;
create constraint trigger calendar_feeds_task_deleted after delete on calendar_feeds
  deferrable initially deferred
  for each row when (old.stays)
  execute function task_of_feed();
drop trigger if exists calendar_feeds_task_updated on calendar_feeds;
create constraint trigger calendar_feeds_task_updated after update of taken, stays on calendar_feeds
  deferrable initially deferred
  for each row when (old.stays or new.stays)
  execute function task_of_feed();
drop trigger if exists properties_arrival on properties;
create trigger properties_arrival after update of status on properties
  for each row when (new.status = 'archived'::property_status and old.status <> 'archived'::property_status)
  execute function arrival_of_archived();
drop trigger if exists reservations_task_inserted on reservations;
create constraint trigger reservations_task_inserted after insert on reservations
  deferrable initially deferred
  for each row when (stay_takes_place(new.status))
  execute function task_of_departure();
drop trigger if exists reservations_task_updated on reservations;
create constraint trigger reservations_task_updated after update of status, property_id, check_out on reservations
  deferrable initially deferred
  for each row when (stay_takes_place(old.status) is distinct from stay_takes_place(new.status) or stay_takes_place(new.status) and (old.property_id <> new.property_id or old.check_out <> new.check_out))
  execute function task_of_departure();
drop trigger if exists tasks_opened on tasks;
create trigger tasks_opened after update of done_at on tasks
  for each row when (old.done_at is not null and new.done_at is null and new.departs_on is not null and new.reservation_id is not null)
  execute function task_of_departure();
drop trigger if exists team_grants_task on team_grants;
create trigger team_grants_task after delete or update of property_ids on team_grants
  for each row when (old.user_id is not null)
  execute function task_of_member();
create or replace function refuse_until_checked() returns trigger language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> server_started_at() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
  return null;
end $$;
do $$
declare
  numbered name;
begin
  foreach numbered in array array[
    'account_undos', 'arrival_pictures', 'calendar_conflicts', 'calendar_feeds', 'change_requests', 'channel_bookings', 'channel_reviews',
    'checkout_sessions', 'closures', 'comment_moderations', 'comments', 'contacts', 'conversation_readings', 'conversation_reports',
    'conversations', 'event_facts', 'invoices', 'message_templates', 'messages', 'notifications', 'occupancy', 'payment_methods',
    'payments', 'policies', 'property_photos', 'refunds', 'reservation_events', 'reservations', 'seasons', 'sellers', 'stay_messages',
    'supplements', 'task_pictures', 'tasks', 'template_sendings', 'tourist_tax_changes', 'users', 'webhook_deliveries'
  ] loop
    execute format('create or replace trigger %I before insert on %I for each statement execute function refuse_until_checked()',
      numbered || '_checked', numbered);
  end loop;
end $$;
drop function assert_checked();
delete from enabled_releases where release = '0.4';
