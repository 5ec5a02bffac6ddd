-- The notification settings of a user; the defaults apply until they change them.
-- reads: auth: an account without a row has the defaults, and one that does not exist has none
-- optional
-- not null: email_notifications, push_notifications, marketing_emails, muted_topics
select coalesce(s.email_notifications, true) as email_notifications,
  coalesce(s.push_notifications, true) as push_notifications,
  coalesce(s.marketing_emails, false) as marketing_emails, coalesce(s.muted_topics, '{}') as muted_topics
from users u left join notification_settings s on s.user_id = u.id
where u.id = :user_id
