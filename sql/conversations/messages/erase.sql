-- Takes a user's files from their messages, and deletes their blocks. Neither of two is mailed what they have missed when one of them
-- is gone.
with blocks as (delete from message_blocks where user_id = :user_id),
  attachments as (update messages set attachment = null, attachment_file = null where sender_id = :user_id and attachment is not null)
update conversation_sides set mail_due_at = null
where (user_id, other_id) in (
  select s.user_id, s.other_id from conversation_sides s where s.user_id = :user_id
  union all select s.other_id, s.user_id from conversation_sides s where s.user_id = :user_id)
