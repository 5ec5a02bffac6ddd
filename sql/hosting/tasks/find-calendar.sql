-- The calendar of somebody's tasks for an account.
-- optional
select token from task_calendars where owner_id = :owner_id and user_id = :user_id
