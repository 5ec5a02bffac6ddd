-- The first messages that are unread and in no mail yet, oldest first, and how many there are; of some homes, for a member who reads those only.
-- nullable: :homes
-- not null: excerpt, count
select left(m.content, 500) as excerpt, count(*) over () as count
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.receiver_id = s.user_id
  and m.id > greatest(s.read_up_to, s.mailed_up_to)
where s.user_id = :user_id and s.other_id = :other_id
  and (:homes::uuid[] is null or m.property_id = any (:homes) or (:or_no_home::boolean and m.property_id is null))
order by m.id
limit :limit
