-- Marks notifications of messages as read, up to a message: those of another person, or of a stay, for a user, and their copies for the team.
-- nullable: :sender_id, :reservation_id
update notifications set read_at = now()
where (user_id = :user_id or account_id = :user_id) and read_at is null and hidden_at is null and type = 'new_message'
  and ((data ->> 'sender_id')::bigint = :sender_id::bigint
    or (not data ? 'sender_id' and (data ->> 'reservation_id')::bigint = :reservation_id::bigint))
  and (data ->> 'message_id')::bigint <= :message_id
returning id, user_id
