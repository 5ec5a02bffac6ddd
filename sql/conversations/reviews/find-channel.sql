-- A review of a channel, with the account of its home; `is_listed`: its home is on the market.
-- reads: properties: the owner of the home may reply, and a home off the market shows no reviews
-- optional
-- nullable: reservation_id, score, reply, replied_at, reply_state, reply_error, cleanliness, accuracy, check_in, communication, location, value
-- nullable: author_id, avatar, can_edit_until, can_reply_until
-- not null: rating, first_name, can_reply, is_listed
select c.id, c.property_id, c.rating, c.content, c.cleanliness, c.accuracy, c.check_in, c.communication, c.location, c.value, c.reply,
  c.replied_at, c.received_at as created_at, c.updated_at, null::bigint as author_id, coalesce(c.guest_name, '') as first_name,
  null::text as avatar, c.reservation_id, p.owner_id, null::timestamptz as can_edit_until,
  coalesce(c.reply_state = 'failed', true) as can_reply, null::timestamptz as can_reply_until, c.source, c.score, c.reply_state,
  c.reply_error, p.title as home, p.status = 'published' as is_listed
from channel_reviews c
join properties p on p.id = c.property_id
where c.id = :comment_id and not c.is_hidden and c.rating is not null
