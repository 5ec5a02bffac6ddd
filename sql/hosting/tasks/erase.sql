-- Deletes the tasks at homes of an account and its calendars of tasks, takes it from tasks of others, and deletes the notes of tasks about
-- stays of the account. Returns the files of pictures.
-- reads: properties: tasks go with the homes of the account
-- reads: states: notes about the account as a guest go too
-- one
-- not null: files
with gone as (
  delete from tasks t using properties p where p.id = t.property_id and p.owner_id = :user_id returning t.id
), addresses as (
  delete from task_calendars c where c.user_id = :user_id or c.owner_id = :user_id
), lost as (
  delete from lost_tasks t using properties p where p.id = t.property_id and (p.owner_id = :user_id or t.assignee_id = :user_id)
), others as (
  update tasks t
  set assignee_id = nullif(t.assignee_id, :user_id), note = case when r.guest_id = :user_id then null else t.note end
  from tasks s left join reservations r on r.id = s.reservation_id
  where s.id = t.id and (t.assignee_id = :user_id or r.guest_id = :user_id) and t.id not in (select id from gone)
)
select coalesce(array_agg(f.path), '{}') as files from gone join task_pictures f on f.task_id = gone.id
