-- Messages of a conversation, newest first, before one of them.
-- reads: auth: `who_wrote` names the member of the team behind a message
-- nullable: :before
-- nullable: sent_by
-- not null: attachment_until
select id, sender_id, receiver_id, content, property_id, reservation_id, created_at, attachment, attachment_file,
  attachment_deadline() as attachment_until, who_wrote(sent_by) as sent_by
from messages
where conversation_id = :conversation_id and id < coalesce(:before::bigint, 9223372036854775807)
  -- any of: on-homes
order by id desc
limit :limit
