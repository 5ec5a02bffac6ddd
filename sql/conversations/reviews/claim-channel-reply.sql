-- Claims a reply before its channel is asked to take it; no row when somebody has.
-- optional
update channel_reviews set claimed_at = now()
where id = :review_id and reply_state = 'sending' and claimed_at is null
returning id
