-- Tasks of neighbours (tests/support/neighbours.sql).
insert into tasks (property_id, day, kind, assignee_id, note) select id, current_date + 3, 'maintenance', owner_id, 'Neighbours' from properties;
insert into task_pictures (task_id, path, width, height) select id, 'neighbour-task-' || id || '.webp', 1, 1 from tasks;
insert into task_calendars (owner_id, user_id) select distinct owner_id, owner_id from properties;
