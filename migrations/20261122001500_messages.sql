-- migrate:up
-- Two people have one conversation, whatever homes they speak about. Its row is the lock of everything in it.
create table conversations (
  id integer generated always as identity primary key,
  low_id integer not null references users,
  high_id integer not null references users,
  -- The home that was named last.
  property_id uuid references properties,
  created_at timestamptz not null default now(),
  constraint conversations_pair unique (low_id, high_id),
  check (low_id < high_id)
);

create table messages (
  id integer generated always as identity primary key,
  conversation_id integer not null references conversations,
  sender_id integer not null references users,
  receiver_id integer not null references users,
  content text not null,
  -- The name of its file in the storage.
  attachment text,
  -- What the file is: `{name, type, size, width, height}`, with null sides for what is no picture.
  attachment_file jsonb,
  property_id uuid references properties,
  reservation_id integer references reservations,
  created_at timestamptz not null default now(),
  constraint messages_two_people check (sender_id <> receiver_id),
  check ((attachment is null) = (attachment_file is null))
);
create index messages_conversation on messages (conversation_id, id desc);
create unique index messages_attachment on messages (attachment) where attachment is not null;
-- By which an erasure finds the files that a user has sent.
create index messages_attachments_sent on messages (sender_id) where attachment is not null;

-- Until when the address of an attachment that is signed now is good: ten to fifteen minutes, in seconds since 1970. It is the
-- same for five minutes, so that browsers need not read a picture again each time the address is renewed.
create function attachment_deadline() returns bigint language sql stable
  return (floor(extract(epoch from now()) / 300) * 300 + 900)::bigint;

-- A conversation as one of the two sees it. A list of conversations reads these rows and counts nothing.
create table conversation_sides (
  user_id integer not null references users,
  other_id integer not null references users,
  conversation_id integer not null references conversations,
  -- No foreign key: each message that is deleted would be looked for among the sides, and an index for that would be paid by
  -- every new one. Sides are written with their messages (sql/messages/insert.sql), and the last of a conversation is
  -- deleted with them only.
  last_message_id integer not null,
  unread whole not null default 0,
  read_up_to integer not null default 0,
  -- The mail about unread messages: when the next one is due, when the last one went out, and up to which message.
  mail_due_at timestamptz,
  mailed_at timestamptz,
  mailed_up_to integer not null default 0,
  primary key (user_id, other_id)
);
create index conversation_sides_latest on conversation_sides (user_id, last_message_id desc);
-- Counts what a user has not read.
create index conversation_sides_unread on conversation_sides (user_id) where unread > 0;
create index conversation_sides_conversation on conversation_sides (conversation_id);

-- How many conversations a user has, so that a page of them counts nothing.
create table conversation_totals (
  user_id integer primary key references users on delete cascade,
  total whole not null
);

-- `blocked_id` can no longer write to `user_id`.
create table message_blocks (
  user_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id)
);

-- One of the two asks support to look at their conversation. A second report of the same person changes nothing.
create table conversation_reports (
  id integer generated always as identity primary key,
  conversation_id integer not null references conversations,
  reporter_id integer not null references users,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint conversation_reports_once unique (conversation_id, reporter_id)
);
create index conversation_reports_reporter on conversation_reports (reporter_id);

-- Who of support has read a reported conversation, and when: a row for each page.
create table conversation_readings (
  id integer generated always as identity primary key,
  report_id integer not null references conversation_reports,
  reader_id integer not null references users,
  at timestamptz not null default now()
);
create index conversation_readings_report on conversation_readings (report_id, id);

-- migrate:down
drop table conversation_readings;
drop table conversation_reports;
drop table message_blocks;
drop table conversation_totals;
drop table conversation_sides;
drop function attachment_deadline();
drop table messages;
drop table conversations;
