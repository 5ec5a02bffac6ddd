-- Moves the read mark of a stay's conversation forward, for its whole company, and counts what is unread behind it; without a message to
-- the end. A mark never moves back. No row where a stay has no messages of its own.
-- optional
-- nullable: :message_id
update stay_threads t
set read_up_to = mark.id,
  unread = (select count(*) from stay_messages m where m.reservation_id = t.reservation_id and m.from_guest and m.id > mark.id)
from (
  select l.reservation_id, greatest(l.read_up_to, least(coalesce(:message_id::integer, l.last_message_id), l.last_message_id)) as id
  from stay_threads l where l.reservation_id = :reservation_id for update
) mark
where t.reservation_id = mark.reservation_id
returning t.unread, t.read_up_to
