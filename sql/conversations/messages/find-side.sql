-- A user's side of their conversation with another, and how far the other has read.
-- optional
select s.conversation_id, s.unread, other.read_up_to as other_read_up_to
from conversation_sides s
join conversation_sides other on other.user_id = s.other_id and other.other_id = s.user_id
where s.user_id = :user_id and s.other_id = :other_id
