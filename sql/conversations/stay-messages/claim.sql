-- Claims a message before its channel is asked to take it; no row when somebody has.
-- optional
update stay_messages set claimed_at = now()
where id = :message_id and state = 'sending' and claimed_at is null
returning id
