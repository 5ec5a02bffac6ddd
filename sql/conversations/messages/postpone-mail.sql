-- Sets when the mail is due.
update conversation_sides set mail_due_at = now() + make_interval(secs => :seconds::integer)
where user_id = :user_id and other_id = :other_id
