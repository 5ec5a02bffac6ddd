-- migrate:up
-- Place where a message was written. `site`: here, by two accounts or on the page of the stay.
create type message_source as enum ('site', 'airbnb', 'booking_com', 'expedia', 'mail', 'note');
-- `unclear`: the channel did not answer, and its list does not say either. Never sent again.
create type message_state as enum ('sending', 'sent', 'failed', 'unclear');

-- Messages of a stay beside those of two accounts: with a guest without an account, through a channel, and internal notes. Ids are of the
-- same sequence as those of `messages`, so that one list has both in their order. `claimed_at`: when its channel was asked to take it.
create table stay_messages (
  id integer primary key default nextval('messages_id_seq'),
  reservation_id integer not null references reservations,
  source message_source not null,
  from_guest boolean not null,
  content text not null,
  attachments text[] not null default '{}',
  sent_by integer references users,
  state message_state not null default 'sent',
  error text,
  claimed_at timestamptz,
  external_id text,
  created_at timestamptz not null default now(),
  constraint stay_messages_note check (source <> 'note' or not from_guest),
  constraint stay_messages_author check (not from_guest or sent_by is null),
  constraint stay_messages_error check (error is null or state in ('failed', 'unclear'))
);
create index stay_messages_stay on stay_messages (reservation_id, id desc);
-- A message that a webhook and a list both bring is written once.
create unique index stay_messages_external on stay_messages (reservation_id, external_id) where external_id is not null;
create index stay_messages_sending on stay_messages (created_at) where state = 'sending';
create trigger stay_messages_checked before insert on stay_messages for each statement execute function refuse_until_checked();

-- The conversation of a stay with messages of its own, for its company: unread by the company, not by a person.
create table stay_threads (
  reservation_id integer primary key references reservations,
  owner_id integer not null references users,
  last_message_id integer not null,
  unread whole not null default 0,
  read_up_to integer not null default 0,
  mail_due_at timestamptz,
  mailed_at timestamptz,
  mailed_up_to integer not null default 0
);
create index stay_threads_latest on stay_threads (owner_id, last_message_id desc);
create index stay_threads_unread on stay_threads (owner_id) where unread > 0;

create function event_of_stay_message() returns trigger language plpgsql as $$
declare
  stay reservations;
begin
  select * into stay from reservations r where r.id = new.reservation_id;
  -- The words are about the guest, and leave the event with their account.
  if tg_op = 'INSERT' then
    perform event_note('stay_message.created', new.id::text, stay.property_id, stay.guest_id, null,
      case when new.from_guest then 'guest' else 'owner' end::actor, new.sent_by);
  else
    perform event_note('stay_message.changed', new.id::text, stay.property_id, stay.guest_id,
      event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  return null;
end $$;
create trigger stay_messages_told after insert on stay_messages for each row execute function event_of_stay_message();
create trigger stay_messages_told_changed after update on stay_messages for each row
  when (event_differs(to_jsonb(old.*), to_jsonb(new.*), '{claimed_at,external_id}'))
  execute function event_of_stay_message('{id,reservation_id,source,content,attachments,sent_by,state,error,created_at}');

-- Until when the messages of a booking were read at its channel.
alter table channel_bookings add column messages_until timestamptz;

-- migrate:down
alter table channel_bookings drop column messages_until;
drop table stay_threads;
drop table stay_messages;
drop function event_of_stay_message();
drop type message_state;
drop type message_source;
