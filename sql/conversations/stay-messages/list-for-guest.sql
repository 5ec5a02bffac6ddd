-- The latest messages of a stay as its guest sees them, newest first: no notes, and none that a channel has refused.
-- reads: auth: `who_wrote` names the member of the team behind a message
-- nullable: sent_by, error
select id, reservation_id, source, from_guest, content, attachments, who_wrote(sent_by) as sent_by, state, error, created_at, by_company_link
from stay_messages
where reservation_id = :reservation_id and source <> 'note' and state <> 'failed'
order by id desc
limit 50
