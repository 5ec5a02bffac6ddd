-- A user's notifications, newest first.
-- not null: total
select id, type, title, message, data, read_at, created_at, count(*) over () as total
from notifications
where user_id = :user_id and hidden_at is null
order by id desc
limit :limit offset :offset
