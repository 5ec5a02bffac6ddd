-- migrate:up
-- What users are told: a new type is a row.
create domain notification_type as text;
create table notification_types (name notification_type primary key);
insert into notification_types (name) values
  ('new_message'), ('reservation_confirmed'), ('reservation_cancelled'), ('payment_received'), ('payment_failed'),
  ('refund_pending'), ('refund_approved'), ('review_received'), ('reservation_inquiry'), ('payment_mismatch'), ('refund_failed'),
  ('reservation_modified'), ('reservation_overbooked'), ('inquiry_accepted'), ('stay_completed'), ('channel_update_failed'),
  ('channel_event_unreadable'), ('balance_due'), ('balance_overdue'), ('payment_disputed'), ('subscription_started'),
  ('subscription_ended'), ('review_reminder'), ('channel_registration_refused'),
  ('inquiry_declined');

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  type notification_type not null references notification_types,
  -- The facts of its text, which is written when it is read, in the language of the reader (src/notifications/texts.ts).
  content jsonb not null,
  data jsonb not null default '{}',
  -- Says which fact is reported: a second notification with the same key is dropped.
  dedupe_key text not null,
  read_at timestamptz,
  -- Deleted by its user. The row stays, so that the same fact is not reported again.
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, dedupe_key)
);
create index notifications_user on notifications (user_id, id desc);
-- Counts a user's unread notifications without reading the others.
create index notifications_unread on notifications (user_id) where read_at is null and hidden_at is null;

create table notification_settings (
  user_id integer primary key references users on delete cascade,
  email_notifications boolean not null default true,
  push_notifications boolean not null default true,
  marketing_emails boolean not null default false
);

-- migrate:down
drop table notification_settings;
drop table notifications;
drop table notification_types;
drop domain notification_type;
