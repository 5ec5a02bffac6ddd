-- Counts again what is unread in some conversations, of which messages were deleted. It is a statement of its own, so that it sees how
-- far somebody has read who held their side meanwhile.
update conversation_sides s
set unread = (
  select count(*) from messages m
  where m.conversation_id = s.conversation_id and m.id > s.read_up_to and m.receiver_id = s.user_id)
where s.conversation_id = any (:conversation_ids::bigint[]) and s.unread > 0
