-- Writes a review of a channel as its list has it; no row when it is so already. A reply there is the reply here. `is_new`: for the first time.
-- optional
-- nullable: :reservation_id, :guest_name, :score, :rating, :cleanliness, :accuracy, :check_in, :communication, :location, :value, :reply
-- not null: is_new, is_shown
insert into channel_reviews as c (property_id, reservation_id, remote_property_id, external_id, source, guest_name, content, score, rating,
  cleanliness, accuracy, check_in, communication, location, value, is_hidden, reply, replied_at, reply_state, received_at)
values (:property_id, :reservation_id, :remote_property_id, :external_id, :source, :guest_name, :content, :score::numeric, :rating, :cleanliness,
  :accuracy, :check_in, :communication, :location, :value, :is_hidden, :reply::text, case when :reply is not null then now() end,
  case when :reply is not null then 'sent'::message_state end, :received_at)
on conflict (external_id) do update
set content = excluded.content, score = excluded.score, rating = excluded.rating, cleanliness = excluded.cleanliness,
  accuracy = excluded.accuracy, check_in = excluded.check_in, communication = excluded.communication, location = excluded.location,
  value = excluded.value, is_hidden = excluded.is_hidden, reply = coalesce(excluded.reply, c.reply),
  replied_at = coalesce(c.replied_at, excluded.replied_at), reply_state = coalesce(excluded.reply_state, c.reply_state),
  reply_error = case when excluded.reply is null then c.reply_error end, updated_at = now()
where (c.content, c.score, c.rating, c.cleanliness, c.accuracy, c.check_in, c.communication, c.location, c.value, c.is_hidden)
    is distinct from (excluded.content, excluded.score, excluded.rating, excluded.cleanliness, excluded.accuracy, excluded.check_in,
      excluded.communication, excluded.location, excluded.value, excluded.is_hidden)
  or (excluded.reply is not null and (c.reply, c.reply_state) is distinct from (excluded.reply, excluded.reply_state))
returning id, xmax = 0 as is_new, not is_hidden and rating is not null as is_shown
