-- Some messages, by their numbers.
-- not null: attachment_until
select id, sender_id, receiver_id, content, property_id, reservation_id, created_at, attachment, attachment_file,
  attachment_deadline() as attachment_until
from messages
where id = any (:ids::integer[])
