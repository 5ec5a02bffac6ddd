-- Gives a claim back: the channel was not reached.
update stay_messages set claimed_at = null where id = :message_id and state = 'sending'
