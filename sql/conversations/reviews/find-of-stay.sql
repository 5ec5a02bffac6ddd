-- The review of a stay with its author, unless it is hidden. The name of an erased account is empty.
-- reads: auth: a review shows its author
-- reads: properties: the owner of the home may reply
-- optional
-- not null: can_reply
select c.id, c.property_id, c.reservation_id, c.rating, c.content, c.cleanliness, c.accuracy, c.check_in, c.communication, c.location,
  c.value, c.reply, c.replied_at, c.created_at, c.updated_at, c.author_id, u.first_name, u.avatar,
  p.owner_id, editable_until(c) as can_edit_until, is_reply_open(c) as can_reply, reply_editable_until(c) as can_reply_until
from comments c
join users u on u.id = c.author_id
join properties p on p.id = c.property_id
where c.reservation_id = :reservation_id and c.hidden_at is null
