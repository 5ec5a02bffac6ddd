-- A user's notifications, all or those that are unread, newest first.
-- not null: total
select id, type, content, data, read_at, created_at, count(*) over () as total
from notifications
where user_id = :user_id and (hidden_at is null or hidden_at = 'infinity') and (read_at is null or not :unread::boolean)
order by id desc
limit :limit offset :offset
