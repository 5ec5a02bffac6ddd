-- Homes of the messages that are unread and in no mail yet; null for those about none.
-- nullable: property_id
select distinct m.property_id
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.receiver_id = s.user_id
  and m.id > greatest(s.read_up_to, s.mailed_up_to)
where s.user_id = :user_id and s.other_id = :other_id
