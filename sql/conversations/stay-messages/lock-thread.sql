-- The conversation of a stay, locked until the end of the transaction. Take the lock in a statement of its own: a statement that waits
-- for it counts from an older snapshot, without the messages that arrived while it waited.
-- optional
select unread, read_up_to, last_message_id from stay_threads where reservation_id = :reservation_id for update
