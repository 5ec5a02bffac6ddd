-- Tells whether a user has a conversation with another, and is blocked by them.
-- optional
-- not null: is_blocked
select exists (select from message_blocks b where b.user_id = s.other_id and b.blocked_id = s.user_id) as is_blocked
from conversation_sides s
where s.user_id = :user_id and s.other_id = :other_id
