-- Calls the mail about unread messages off.
update conversation_sides set mail_due_at = null where user_id = :user_id and other_id = :other_id
