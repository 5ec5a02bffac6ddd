-- Marks notifications of the messages of another as read, up to a message: those of a user, and their copies for the team.
update notifications set read_at = now()
where (user_id = :user_id or account_id = :user_id) and read_at is null and hidden_at is null and type = 'new_message'
  and (data ->> 'sender_id')::integer = :sender_id and (data ->> 'message_id')::integer <= :message_id
returning id, user_id
