-- A reply that waits for its channel. `since_claim`: seconds since the channel was asked to take it.
-- optional
-- nullable: since_claim
-- not null: reply
select id, external_id, remote_property_id, reply, extract(epoch from now() - claimed_at)::integer as since_claim
from channel_reviews
where id = :review_id and reply_state = 'sending'
