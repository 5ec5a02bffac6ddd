-- Counts messages of guests that a company has not read, their conversations, and conversations that wait for an answer: about its homes, or
-- some of them, and with `or_no_home` about none. An account without homes has none.
-- reads: messages: conversations of two accounts count in the same inbox
-- reads: properties, states: an inbox is about the homes of the company and their stays
-- one
-- nullable: :homes
-- not null: messages, conversations, unanswered
with own as materialized (
  select array_agg(p.id) as homes from properties p
  where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
)
select coalesce(sum(unread), 0)::bigint as messages, count(*) filter (where unread > 0) as conversations,
  count(*) filter (where waits) as unanswered
from (
  select heard.unread, heard.waits
  from own
  join conversation_sides s on s.user_id = :user_id and (s.unread > 0 or s.last_message_id > s.answered_up_to)
  cross join lateral (
    select count(*) filter (where h.id > s.read_up_to) as unread, coalesce(bool_or(h.id > s.answered_up_to), false) as waits
    from messages h
    where h.conversation_id = s.conversation_id and h.id > least(s.read_up_to, s.answered_up_to) and h.receiver_id = s.user_id
      and (h.property_id = any (own.homes) or (:or_no_home::boolean and h.property_id is null))) heard
  where own.homes is not null
  union all
  select t.unread, t.last_message_id > t.answered_up_to and stay_waits_since(t) is not null
  from own
  join stay_threads t on t.owner_id = :user_id and (t.unread > 0 or t.last_message_id > t.answered_up_to)
  join reservations r on r.id = t.reservation_id and r.guest_id is null and r.property_id = any (own.homes)
) heard
