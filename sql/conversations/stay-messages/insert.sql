-- Writes a message of a stay, and its conversation; no row for one of a channel that is written already. One of a person to the guest answers what
-- waits once it is sent; any other of the company moves the mark only where nothing waits.
-- reads: properties, states: the conversation belongs to the owner of the home of the stay
-- reads: auth: `who_wrote` names the member of the team behind a message
-- optional
-- nullable: :sent_by, :external_id, :created_at, :by_company_link
-- nullable: sent_by, error
with written as (
  insert into stay_messages (reservation_id, source, from_guest, content, attachments, sent_by, is_automatic, by_company_link, state, external_id, created_at)
  values (:reservation_id, :source, :from_guest, :content, :attachments, :sent_by, :is_automatic,
    coalesce(:by_company_link::boolean, false), :state, :external_id,
    coalesce(:created_at, now()))
  on conflict (reservation_id, external_id) where external_id is not null do nothing
  returning *
), thread as (
  insert into stay_threads as t (reservation_id, owner_id, last_message_id, unread, answered_up_to)
  select w.reservation_id, p.owner_id, w.id, w.from_guest::integer, case when w.from_guest then 0 else w.id end
  from written w join reservations r on r.id = w.reservation_id join properties p on p.id = r.property_id
  on conflict (reservation_id) do update
  set last_message_id = greatest(t.last_message_id, excluded.last_message_id), unread = t.unread + excluded.unread,
    answered_up_to = case when t.last_message_id <= t.answered_up_to or (not :is_automatic and :source <> 'note' and :state = 'sent')
      then greatest(t.answered_up_to, excluded.answered_up_to) else t.answered_up_to end
)
select id, reservation_id, source, from_guest, content, attachments, who_wrote(sent_by) as sent_by, state, error, created_at, by_company_link
from written
