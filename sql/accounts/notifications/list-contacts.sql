-- The contacts of accounts: address, language, the messages that their users want, and the key that ends them.
-- reads: auth: address, name and language of the people who are notified
-- not null: muted, verified, wants_email, wants_push, wants_marketing
select u.id, u.email, u.first_name, u.avatar, u.locale, u.mail_key, u.email_verified_at is not null as verified,
  coalesce(s.email_notifications, true) as wants_email,
  coalesce(s.push_notifications, true) as wants_push,
  coalesce(s.marketing_emails, false) as wants_marketing,
  coalesce(s.muted_topics, '{}') as muted
from users u
left join notification_settings s on s.user_id = u.id
where u.id = any (:user_ids::bigint[]) and u.deleted_at is null
