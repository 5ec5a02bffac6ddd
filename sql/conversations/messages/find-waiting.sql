-- Since when somebody waits for an answer of a user: with homes, as far as it is about some of them, or with `or_no_home` about none.
-- one
-- nullable: :homes, waiting_since
select min(m.created_at) as waiting_since
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.id > s.answered_up_to and m.receiver_id = s.user_id
where s.user_id = :user_id and s.other_id = :other_id
  and (:homes::uuid[] is null or m.property_id = any (:homes) or (:or_no_home::boolean and m.property_id is null))
