-- migrate:up
-- Open tasks, for the desk.
create index tasks_open on tasks (property_id, day) where done_at is null;

-- migrate:down
drop index tasks_open;
