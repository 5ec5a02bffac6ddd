-- The first unread message of a conversation that is about none of some homes. `or_no_home`: messages about no home do not count.
-- one
-- nullable: id
select min(m.id) as id
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.id > s.read_up_to and m.receiver_id = s.user_id
where s.user_id = :user_id and s.other_id = :other_id
  and not (m.property_id is not null and m.property_id = any (:homes::uuid[]) or (:or_no_home::boolean and m.property_id is null))
