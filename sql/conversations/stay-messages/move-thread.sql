-- Moves the conversation of a stay to another stay, which may have one already; messages that both have are kept there once. Returns the read mark
-- of both, behind which the caller counts what is unread; no row if there is no conversation.
-- optional
with own as (
  delete from stay_threads where reservation_id = :from_id returning owner_id, read_up_to, answered_up_to, last_message_id
), repeated as (
  delete from stay_messages m
  where m.reservation_id = :from_id
    and exists (select from stay_messages o where o.reservation_id = :to_id and o.external_id = m.external_id)
  returning id
), moved as (
  update stay_messages m set reservation_id = :to_id
  where m.reservation_id = :from_id
    and not exists (select from stay_messages o where o.reservation_id = :to_id and o.external_id = m.external_id)
)
insert into stay_threads as t (reservation_id, owner_id, last_message_id, read_up_to, answered_up_to)
select :to_id, owner_id, last_message_id, read_up_to, answered_up_to from own
on conflict (reservation_id) do update
set last_message_id = greatest(t.last_message_id, excluded.last_message_id), read_up_to = least(t.read_up_to, excluded.read_up_to),
  answered_up_to = least(t.answered_up_to, excluded.answered_up_to)
returning read_up_to
