-- Moves the read mark of a stay's conversation forward, for its whole company, and counts what is unread behind it.
-- one
update stay_threads t
set read_up_to = :message_id::bigint,
  unread = (select count(*) from stay_messages m where m.reservation_id = t.reservation_id and m.from_guest and m.id > :message_id)
where t.reservation_id = :reservation_id
returning t.unread
