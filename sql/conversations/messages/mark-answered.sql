-- Moves the mark up to which a user's conversation needs no answer forward, never behind its last message. Returns the home named last; no row if
-- there is no conversation.
-- optional
-- nullable: property_id
update conversation_sides s
set answered_up_to = greatest(s.answered_up_to, least(:message_id::bigint, s.last_message_id))
from conversations c
where s.user_id = :user_id and s.other_id = :other_id and c.id = s.conversation_id
returning c.property_id
