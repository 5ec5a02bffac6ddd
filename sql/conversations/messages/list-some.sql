-- Some messages, by their numbers.
-- reads: auth: `who_wrote` names the member of the team behind a message
-- nullable: sent_by
-- not null: attachment_until
select id, sender_id, receiver_id, content, property_id, reservation_id, created_at, attachment, attachment_file,
  attachment_deadline() as attachment_until, who_wrote(sent_by) as sent_by
from messages
where id = any (:ids::bigint[])
