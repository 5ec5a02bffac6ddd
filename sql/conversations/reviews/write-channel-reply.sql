-- Writes the reply to a review of a channel, which is on its way; no row where there is one, unless the channel has refused it.
-- optional
update channel_reviews
set reply = :content, replied_at = now(), reply_state = 'sending', reply_error = null, claimed_at = null
where id = :comment_id and coalesce(reply_state = 'failed', true)
returning id
