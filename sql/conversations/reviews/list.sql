-- One page of the reviews of a home, newest first, with those of some channels. The name of an erased account is empty. `score`: of ten.
-- reads: auth: a review shows its author
-- reads: properties: the owner of the home may reply
-- replica: yes
-- nullable: cleanliness, accuracy, check_in, communication, location, value, reply, replied_at, author_id, avatar, reservation_id
-- nullable: can_edit_until, can_reply_until, score, reply_state, reply_error
-- not null: id, property_id, rating, content, created_at, updated_at, first_name, owner_id, can_reply, source
select * from (
  (select c.id, c.property_id, c.rating, c.content, c.cleanliness, c.accuracy, c.check_in, c.communication, c.location,
    c.value, c.reply, c.replied_at, c.created_at, c.updated_at, c.author_id, u.first_name, u.avatar, c.reservation_id, p.owner_id,
    editable_until(c) as can_edit_until, is_reply_open(c) as can_reply, reply_editable_until(c) as can_reply_until,
    'site'::message_source as source, null::numeric as score, null::message_state as reply_state, null::text as reply_error
  from comments c
  join users u on u.id = c.author_id
  join properties p on p.id = c.property_id
  where c.property_id = :property_id and c.hidden_at is null
  order by c.created_at desc, c.id desc
  limit :limit::bigint + :offset::bigint)
  union all
  (select c.id, c.property_id, c.rating, c.content, c.cleanliness, c.accuracy, c.check_in, c.communication, c.location, c.value, c.reply,
    c.replied_at, c.received_at as created_at, c.updated_at, null::bigint as author_id, coalesce(c.guest_name, '') as first_name,
    null::text as avatar, c.reservation_id, p.owner_id, null::timestamptz as can_edit_until,
    coalesce(c.reply_state = 'failed', true) as can_reply, null::timestamptz as can_reply_until, c.source, c.score, c.reply_state,
    c.reply_error
  from channel_reviews c
  join properties p on p.id = c.property_id
  where c.property_id = :property_id and c.source = any (:sources::message_source[]) and not c.is_hidden and c.rating is not null
  order by c.received_at desc, c.id desc
  limit :limit + :offset)
) found
order by created_at desc, id desc
limit :limit offset :offset
