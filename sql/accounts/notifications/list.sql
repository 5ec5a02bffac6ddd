-- A user's notifications, all or those that are unread, newest first.
-- not null: total
select id, type, content, data, read_at, created_at, count(*) over () as total
from notifications
where user_id = :user_id and (read_at is null or not :unread::boolean)
  -- one of: shown
order by id desc
limit :limit offset :offset
