-- The calendar of somebody's own tasks, with a token that is known.
insert into task_calendars (owner_id, user_id, token) values (:user_id, :user_id, :token)
