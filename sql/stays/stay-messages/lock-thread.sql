-- The conversation of a stay, locked until the end of the transaction. A statement that waits for the lock itself would count without the
-- messages that were written meanwhile.
-- optional
select unread, read_up_to, last_message_id from stay_threads where reservation_id = :reservation_id for update
