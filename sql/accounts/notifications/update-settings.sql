-- Changes the given settings and keeps the others.
-- optional
-- nullable: :email_notifications, :push_notifications, :marketing_emails
insert into notification_settings as s (user_id, email_notifications, push_notifications, marketing_emails)
values (:user_id, coalesce(:email_notifications::boolean, true), coalesce(:push_notifications::boolean, true),
  coalesce(:marketing_emails::boolean, false))
on conflict (user_id) do update
set email_notifications = coalesce(:email_notifications, s.email_notifications),
    push_notifications = coalesce(:push_notifications, s.push_notifications),
    marketing_emails = coalesce(:marketing_emails, s.marketing_emails)
returning email_notifications, push_notifications, marketing_emails
