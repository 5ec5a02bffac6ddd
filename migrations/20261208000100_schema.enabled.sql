-- migrate:up
-- A database without accounts is new: nothing in it is of an earlier release, and it has none of the triggers that nodes of 0.3 need. `npm run admin --
-- enable 0.4` takes them from others. Transactions of 0.4 ask themselves, and at once, what these triggers ask of each table that gives out numbers.
insert into enabled_releases (release, enabled_on) select '0.4', '-infinity' where not exists (select from users);
do $$
begin
  if exists (select from enabled_releases where release = '0.4') then
    drop function refuse_until_checked() cascade;
  end if;
end $$;

-- migrate:down
create or replace function refuse_until_checked() returns trigger language plpgsql as $$
begin
  if exists (
    select from installation
    where started_at <> server_started_at() and beaten_at > now() - interval '10 minutes'
  ) then
    raise exception 'the database has moved, and no node has looked at it yet' using errcode = '57P03';
  end if;
  return null;
end $$;
do $$
declare
  numbered name;
begin
  foreach numbered in array array[
    'account_undos', 'arrival_pictures', 'calendar_conflicts', 'calendar_feeds', 'change_requests', 'channel_bookings', 'channel_reviews',
    'checkout_sessions', 'closures', 'comment_moderations', 'comments', 'contacts', 'conversation_readings', 'conversation_reports',
    'conversations', 'event_facts', 'invoices', 'message_templates', 'messages', 'notifications', 'occupancy', 'payment_methods',
    'payments', 'policies', 'property_photos', 'refunds', 'reservation_events', 'reservations', 'seasons', 'sellers', 'stay_messages',
    'supplements', 'task_pictures', 'tasks', 'template_sendings', 'tourist_tax_changes', 'users', 'webhook_deliveries'
  ] loop
    execute format('create or replace trigger %I before insert on %I for each statement execute function refuse_until_checked()',
      numbered || '_checked', numbered);
  end loop;
end $$;
delete from enabled_releases where release = '0.4';
