-- How many messages of guests a company has not read, and in how many conversations: about its homes, or some of them, and with `or_no_home`
-- about none. An account without homes has none.
-- one
-- nullable: :homes
-- not null: messages, conversations
with own as materialized (
  select array_agg(p.id) as homes from properties p
  where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
)
select coalesce(sum(unread), 0)::bigint as messages, count(*) as conversations
from (
  select heard.unread
  from own
  join conversation_sides s on s.user_id = :user_id and s.unread > 0
  cross join lateral (
    select count(*) as unread from messages h
    where h.conversation_id = s.conversation_id and h.id > s.read_up_to and h.receiver_id = s.user_id
      and (h.property_id = any (own.homes) or (:or_no_home::boolean and h.property_id is null))) heard
  where own.homes is not null and heard.unread > 0
  union all
  select t.unread
  from own
  join stay_threads t on t.owner_id = :user_id and t.unread > 0
  join reservations r on r.id = t.reservation_id and r.property_id = any (own.homes)
) waiting
