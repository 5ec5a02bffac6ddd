-- Outcome of a message through a channel, which answers the guest once it is sent; no row when it is settled, or the list of the channel has
-- brought it. The caller has locked the conversation.
-- reads: auth: `who_wrote` names the member of the team behind a message
-- optional
-- nullable: :error, :external_id, sent_by, error
with settled as (
  update stay_messages m
  set state = :state, error = :error,
    external_id = case when not exists (
      select from stay_messages o where o.reservation_id = m.reservation_id and o.external_id = :external_id) then :external_id end
  where m.id = :message_id and m.state = 'sending'
  returning *
), answered as (
  update stay_threads t set answered_up_to = greatest(t.answered_up_to, s.id)
  from settled s where t.reservation_id = s.reservation_id and s.state = 'sent' and not s.is_automatic
)
select id, reservation_id, source, from_guest, content, attachments, who_wrote(sent_by) as sent_by, state, error, created_at, by_company_link
from settled
