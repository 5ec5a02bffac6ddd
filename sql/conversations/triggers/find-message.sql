-- A message, and which of the two owns the home that it names, or any home if it names none.
-- reads: messages: the message that the caller wants its receiver notified of
-- reads: properties: an owner and a guest are notified in different words
-- reads: auth: `who_wrote` names the member of the team behind a message
-- optional
-- nullable: sent_by
-- not null: attachment_until
-- not null: from_owner, to_owner
select m.id, m.sender_id, m.receiver_id, m.content, m.property_id, m.reservation_id, m.created_at,
  m.attachment, m.attachment_file, attachment_deadline() as attachment_until, who_wrote(m.sent_by) as sent_by,
  exists (select from properties p
    where p.owner_id = m.sender_id and (m.property_id is null or p.id = m.property_id)) as from_owner,
  exists (select from properties p
    where p.owner_id = m.receiver_id and (m.property_id is null or p.id = m.property_id)) as to_owner
from messages m
where m.id = :message_id
