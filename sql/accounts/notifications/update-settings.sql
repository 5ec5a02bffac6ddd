-- Changes the given settings and keeps the others.
-- optional
-- nullable: :email_notifications, :push_notifications, :marketing_emails, :muted_topics
insert into notification_settings as s (user_id, email_notifications, push_notifications, marketing_emails, muted_topics)
values (:user_id, coalesce(:email_notifications::boolean, true), coalesce(:push_notifications::boolean, true),
  coalesce(:marketing_emails::boolean, false), coalesce(:muted_topics::text[], '{}'))
on conflict (user_id) do update
set email_notifications = coalesce(:email_notifications, s.email_notifications),
    push_notifications = coalesce(:push_notifications, s.push_notifications),
    marketing_emails = coalesce(:marketing_emails, s.marketing_emails),
    muted_topics = coalesce(:muted_topics, s.muted_topics)
returning email_notifications, push_notifications, marketing_emails, muted_topics
