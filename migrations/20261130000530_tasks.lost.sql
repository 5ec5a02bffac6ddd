-- migrate:up
-- Assignee and note of tasks whose departure a feed has let go, in case it comes back.
create table lost_tasks (
  property_id uuid not null references properties on delete cascade,
  departs_on date not null,
  day date not null,
  assignee_id integer references users,
  note text check (char_length(note) <= 5000),
  primary key (property_id, departs_on)
);
create index lost_tasks_assignee on lost_tasks (assignee_id);

-- migrate:down
drop table lost_tasks;
