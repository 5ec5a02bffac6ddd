-- Some messages of stays, by their numbers.
-- reads: auth: `who_wrote` names the member of the team behind a message
-- nullable: sent_by, error
select id, reservation_id, source, from_guest, content, attachments, who_wrote(sent_by) as sent_by, state, error, created_at, by_company_link
from stay_messages
where id = any (:ids::bigint[])
