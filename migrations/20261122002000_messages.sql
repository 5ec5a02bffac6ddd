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
  property_id uuid references properties,
  reservation_id integer references reservations,
  created_at timestamptz not null default now(),
  constraint messages_two_people check (sender_id <> receiver_id)
);
create index messages_conversation on messages (conversation_id, id desc);

-- A conversation as one of the two sees it. A list of conversations reads these rows and counts nothing.
create table conversation_sides (
  user_id integer not null references users,
  other_id integer not null references users,
  conversation_id integer not null references conversations,
  last_message_id integer not null references messages,
  unread whole not null default 0,
  read_up_to integer not null default 0,
  -- The mail about unread messages: when the next one is due, when the last one went out, and up to which message.
  mail_due_at timestamptz,
  mailed_at timestamptz,
  mailed_up_to integer not null default 0,
  primary key (user_id, other_id)
);
create index conversation_sides_latest on conversation_sides (user_id, last_message_id desc);

-- `blocked_id` can no longer write to `user_id`.
create table message_blocks (
  user_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id)
);

-- migrate:down
drop table message_blocks;
drop table conversation_sides;
drop table messages;
drop table conversations;
