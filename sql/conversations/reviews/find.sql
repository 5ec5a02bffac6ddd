-- A review with its author and its home. The name of an erased account is empty.
-- reads: auth: a review shows its author
-- reads: properties: the owner of the home may reply
-- optional
-- not null: is_listed, is_hidden, can_reply
select c.id, c.property_id, c.reservation_id, c.author_id, c.rating, c.content, c.cleanliness, c.accuracy, c.check_in,
  c.communication, c.location, c.value, c.reply, c.replied_at, c.created_at, c.updated_at, u.first_name, u.avatar, p.owner_id,
  p.title as home, p.status = 'published' as is_listed, c.hidden_at is not null as is_hidden,
  editable_until(c) as can_edit_until, is_reply_open(c) as can_reply, reply_editable_until(c) as can_reply_until
from comments c
join users u on u.id = c.author_id
join properties p on p.id = c.property_id
where c.id = :comment_id
