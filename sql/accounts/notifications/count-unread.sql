-- Counts the unread notifications of a user.
-- one
-- not null: unread
select count(*) as unread
from notifications
where user_id = :user_id and read_at is null
  -- one of: shown
