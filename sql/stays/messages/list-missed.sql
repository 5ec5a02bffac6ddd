-- The first messages that are unread and in no mail yet, oldest first.
-- not null: excerpt
select left(m.content, 500) as excerpt
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.receiver_id = s.user_id
  and m.id > greatest(s.read_up_to, s.mailed_up_to)
where s.user_id = :user_id and s.other_id = :other_id
order by m.id
limit :limit
