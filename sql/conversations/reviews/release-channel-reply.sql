-- Gives a claim back: the channel was not reached.
update channel_reviews set claimed_at = null where id = :review_id and reply_state = 'sending'
