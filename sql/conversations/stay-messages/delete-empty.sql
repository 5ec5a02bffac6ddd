-- Deletes empty conversations. A message that arrives meanwhile changes the last message of its conversation, which then stays.
with known as (
  select reservation_id, last_message_id from stay_threads where reservation_id = any (:reservation_ids::bigint[])
)
delete from stay_threads t using known k
where t.reservation_id = k.reservation_id and t.last_message_id = k.last_message_id
  and not exists (select from stay_messages m where m.reservation_id = t.reservation_id)
