-- One message.
-- optional
select id, sender_id, receiver_id, content, property_id, reservation_id, created_at from messages where id = :message_id
