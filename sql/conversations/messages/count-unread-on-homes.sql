-- Counts the unread messages of a conversation that are about some homes.
-- one
-- not null: unread
select count(*) as unread
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.id > s.read_up_to and m.receiver_id = s.user_id
where s.user_id = :user_id and s.other_id = :other_id
  and (m.property_id = any (:homes::uuid[]) or (:or_no_home::boolean and m.property_id is null))
