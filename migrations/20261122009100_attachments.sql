-- migrate:up
-- The name of a message's file in the storage.
alter table messages add column attachment text;
create unique index messages_attachment on messages (attachment) where attachment is not null;
-- By which an erasure finds the files that a user has sent.
create index messages_attachments_sent on messages (sender_id) where attachment is not null;

-- Until when the address of an attachment that is signed now is good: ten to fifteen minutes, in seconds since 1970. It is the
-- same for five minutes, so that browsers need not read a picture again each time the address is renewed.
create function attachment_deadline() returns bigint language sql stable
  return (floor(extract(epoch from now()) / 300) * 300 + 900)::bigint;

-- migrate:down
drop function attachment_deadline();
alter table messages drop column attachment;
