-- migrate:up
-- Old rows are found by these; sql/**/delete-*.sql removes them in pieces.
create index email_verifications_expiry on email_verifications (expires_at);
create index password_resets_expiry on password_resets (expires_at);
create index inbound_events_settled on inbound_events (settled_at) where status <> 'received';
-- An expression, so that no statement about the days of one home takes this index.
create index calendar_days_age on calendar_days ((day + 0));
-- Each message that is deleted would be looked for among the sides, and an index for that would be paid by every new one.
-- Sides are written with their messages (sql/messages/insert.sql), and the last of a conversation is deleted with them only.
alter table conversation_sides drop constraint conversation_sides_last_message_id_fkey;
create index conversation_sides_conversation on conversation_sides (conversation_id);

-- When the guest of a channel leaves: their addresses are deleted a year later.
alter table contacts add column departs_on date;
update contacts c set departs_on = r.check_out from reservations r where r.contact_id = c.id;
drop index contacts_reachable;
create index contacts_reachable on contacts (departs_on) where email is not null or phone is not null;

-- migrate:down
drop index contacts_reachable;
alter table contacts drop column departs_on;
create index contacts_reachable on contacts (id) where email is not null or phone is not null;
drop index conversation_sides_conversation;
alter table conversation_sides
  add constraint conversation_sides_last_message_id_fkey foreign key (last_message_id) references messages;
drop index calendar_days_age;
drop index inbound_events_settled;
drop index password_resets_expiry;
drop index email_verifications_expiry;
