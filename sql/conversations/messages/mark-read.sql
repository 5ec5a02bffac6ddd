-- Moves a user's read mark forward and counts what is unread behind it.
-- one
update conversation_sides s
set read_up_to = :message_id::bigint,
  unread = (select count(*) from messages m
    where m.conversation_id = s.conversation_id and m.id > :message_id and m.receiver_id = s.user_id)
where s.user_id = :user_id and s.other_id = :other_id
returning s.unread, s.read_up_to
