-- Sets when a mail about unread messages is due, if none is: after five minutes, and an hour after the one before.
-- optional
-- not null: wait_seconds
update conversation_sides
set mail_due_at = greatest(now() + interval '5 minutes', mailed_at + interval '1 hour')
where user_id = :user_id and other_id = :other_id and mail_due_at is null
returning ceil(extract(epoch from mail_due_at - now()))::integer as wait_seconds
