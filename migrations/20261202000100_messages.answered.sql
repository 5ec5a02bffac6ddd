-- migrate:up
-- Up to which message a user has answered the other, or said that no answer is needed. What had been read before counts as answered.
alter table conversation_sides add column answered_up_to integer not null default 0;
update conversation_sides set answered_up_to = case when unread = 0 then last_message_id else read_up_to end;
create index conversation_sides_waiting on conversation_sides (user_id) where last_message_id > answered_up_to;

-- migrate:down
alter table conversation_sides drop column answered_up_to;
