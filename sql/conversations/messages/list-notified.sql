-- Recipients of notifications about the messages of a user, each with its key.
-- not null: key
select m.receiver_id as user_id, 'message:' || m.id as key
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.sender_id = s.user_id
where s.user_id = :user_id
