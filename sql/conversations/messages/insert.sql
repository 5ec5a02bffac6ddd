-- Writes a message and both sides of its conversation, which the caller has locked. It answers the messages before it, but none from
-- `unseen_id` on; an automatic one answers nothing, and leaves a conversation alone in which something waits.
-- reads: auth: `who_wrote` names the member of the team behind a message
-- one
-- nullable: :unseen_id, :sent_by, :property_id, :reservation_id, :attachment, :attachment_file
-- nullable: sent_by
-- not null: attachment_until
with written as (
  insert into messages (conversation_id, sender_id, receiver_id, content, property_id, reservation_id, attachment, attachment_file, sent_by)
  values (:conversation_id, :sender_id, :receiver_id, :content, :property_id, :reservation_id, :attachment, :attachment_file, :sent_by)
  returning id, conversation_id, sender_id, receiver_id, content, property_id, reservation_id, created_at, attachment, attachment_file, sent_by
), sides as (
  insert into conversation_sides as s (user_id, other_id, conversation_id, last_message_id, unread, answered_up_to)
  select sender_id, receiver_id, conversation_id, id, 0, coalesce(:unseen_id::bigint - 1, id) from written
  union all select receiver_id, sender_id, conversation_id, id, 1, 0 from written
  on conflict (user_id, other_id) do update
  set last_message_id = excluded.last_message_id, unread = s.unread + excluded.unread,
    answered_up_to = case when :is_automatic::boolean and s.last_message_id > s.answered_up_to then s.answered_up_to
      else greatest(s.answered_up_to, excluded.answered_up_to) end
  returning s.user_id, s.xmax = 0 as is_new
), totals as (
  -- In the order of the users, so that two messages at once never wait for each other.
  insert into conversation_totals as t (user_id, total)
  select user_id, 1 from sides where is_new order by user_id
  on conflict (user_id) do update set total = t.total + 1
)
select id, sender_id, receiver_id, content, property_id, reservation_id, created_at, attachment, attachment_file,
  attachment_deadline() as attachment_until, who_wrote(sent_by) as sent_by
from written
