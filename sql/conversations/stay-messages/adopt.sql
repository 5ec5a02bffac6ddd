-- Recognises a message that the list of a channel has as one of the company whose outcome is not known, by its words, at one of some stays.
-- reads: auth: `who_wrote` names the member of the team behind a message
-- optional
-- nullable: sent_by, error
update stay_messages
set state = 'sent', error = null, external_id = :external_id
where id = (
  select id from stay_messages
  where reservation_id = any (:reservation_ids::bigint[]) and state in ('sending', 'unclear') and claimed_at is not null
    and external_id is null and content = :content
  order by id
  limit 1
  for update)
returning id, reservation_id, source, from_guest, content, attachments, who_wrote(sent_by) as sent_by, state, error, created_at, by_company_link
