-- A review with its author and its home. The name of an erased account is empty.
-- optional
-- not null: is_listed, is_hidden, is_editable, is_reply_editable
select c.id, c.property_id, c.reservation_id, c.author_id, c.rating, c.content, c.cleanliness, c.accuracy, c.check_in,
  c.communication, c.location, c.value, c.reply, c.replied_at, c.created_at, c.updated_at, u.first_name, u.avatar, p.owner_id,
  p.title as home, p.status = 'published' as is_listed, c.hidden_at is not null as is_hidden,
  c.hidden_at is null and c.reply is null and c.created_at > now() - interval '48 hours' as is_editable,
  c.hidden_at is null and coalesce(c.replied_at > now() - interval '48 hours', true) as is_reply_editable
from comments c
join users u on u.id = c.author_id
join properties p on p.id = c.property_id
where c.id = :comment_id
