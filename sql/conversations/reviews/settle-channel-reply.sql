-- Outcome of a reply; nothing changes when it is settled.
-- nullable: :error
update channel_reviews set reply_state = :state, reply_error = :error, updated_at = now()
where id = :review_id and reply_state = 'sending'
