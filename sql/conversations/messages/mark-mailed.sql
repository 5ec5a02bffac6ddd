-- Records that a mail covers all messages up to one.
update conversation_sides set mail_due_at = null, mailed_at = now(), mailed_up_to = :message_id
where user_id = :user_id and other_id = :other_id
