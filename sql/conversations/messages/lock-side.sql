-- A user's side of a conversation, locked until the end of the transaction.
-- optional
select conversation_id, unread, read_up_to, last_message_id from conversation_sides
where user_id = :user_id and other_id = :other_id
for update
