-- A new address of the calendar of somebody's tasks for an account.
-- one
insert into task_calendars (owner_id, user_id) values (:owner_id, :user_id)
on conflict (owner_id, user_id) do update set token = gen_random_uuid()
returning token
