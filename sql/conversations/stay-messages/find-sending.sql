-- A message that waits for its channel. `since_claim`: seconds since the channel was asked to take it.
-- optional
-- nullable: since_claim
select m.id, m.reservation_id, m.content, m.created_at, extract(epoch from now() - m.claimed_at)::integer as since_claim
from stay_messages m
where m.id = :message_id and m.state = 'sending'
