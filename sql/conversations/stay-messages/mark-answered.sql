-- Moves the mark up to which a stay's conversation needs no answer forward, never behind its last message.
update stay_threads
set answered_up_to = greatest(answered_up_to, least(:message_id::bigint, last_message_id))
where reservation_id = :reservation_id
