-- migrate:up
-- The task that keeps these days closed. Splitting the closure keeps it.
alter table closures add column task_id integer references tasks on delete cascade,
  add constraint closures_task check (task_id is null or (feed_id is null and kind = 'closure'));
create index closures_task on closures (task_id) where task_id is not null;

-- migrate:down
drop index closures_task;
alter table closures drop column task_id;
