-- Outcome of a message through a channel; no row when it is settled, or the list of the channel has brought it.
-- optional
-- nullable: :error, :external_id, sent_by, error
update stay_messages m
set state = :state, error = :error,
  external_id = case when not exists (
    select from stay_messages o where o.reservation_id = m.reservation_id and o.external_id = :external_id) then :external_id end
where m.id = :message_id and m.state = 'sending'
returning m.id, m.reservation_id, m.source, m.from_guest, m.content, m.attachments, who_wrote(m.sent_by) as sent_by, m.state, m.error,
  m.created_at
