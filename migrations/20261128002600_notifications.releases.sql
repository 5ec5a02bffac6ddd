-- migrate:up
-- The release that brought a type. 0.1 answers 500 for a list with a type of a later one, and shows nothing that has `hidden_at`: such a
-- notification is stored as hidden at the end of time, which later releases show.
alter table notification_types add column release text not null default '0.2';
update notification_types set release = '0.1' where name in ('balance_due', 'balance_overdue', 'channel_event_unreadable',
  'channel_registration_refused', 'channel_update_failed', 'inquiry_accepted', 'inquiry_declined', 'new_message', 'payment_disputed',
  'payment_failed', 'payment_mismatch', 'payment_received', 'refund_approved', 'refund_failed', 'refund_pending', 'reservation_cancelled',
  'reservation_confirmed', 'reservation_inquiry', 'reservation_modified', 'reservation_overbooked', 'review_received', 'review_reminder',
  'stay_completed', 'subscription_ended', 'subscription_started');
-- Nodes of 0.1 count with the index that they know.
create index notifications_unread_all on notifications (user_id)
  where read_at is null and (hidden_at is null or hidden_at = 'infinity');

-- migrate:down
drop index notifications_unread_all;
alter table notification_types drop column release;
