-- Lifts a block; no row when there is none.
-- optional
delete from message_blocks where user_id = :user_id and blocked_id = :blocked_id returning blocked_id
