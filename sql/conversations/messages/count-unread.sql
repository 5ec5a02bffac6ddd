-- Counts the messages that a user has not read.
-- one
-- not null: unread
select coalesce(sum(unread), 0)::bigint as unread from conversation_sides where user_id = :user_id and unread > 0
