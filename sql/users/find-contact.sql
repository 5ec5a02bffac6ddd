-- What a message to an account needs: address, language, and which messages its user wants.
-- optional
-- not null: wants_email, wants_push
select u.id, u.email, u.first_name, u.locale,
  coalesce(s.email_notifications, true) as wants_email,
  coalesce(s.push_notifications, true) as wants_push
from users u
left join notification_settings s on s.user_id = u.id
where u.id = :user_id and u.deleted_at is null
