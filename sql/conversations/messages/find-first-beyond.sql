-- The first messages of a conversation that are about none of some homes, or about another stay than one: unread, and without an answer.
-- `or_no_home`: messages about no home do not count.
-- one
-- nullable: :reservation_id, unread_id, waiting_id
select min(m.id) filter (where m.id > s.read_up_to) as unread_id, min(m.id) filter (where m.id > s.answered_up_to) as waiting_id
from conversation_sides s
join messages m on m.conversation_id = s.conversation_id and m.id > least(s.read_up_to, s.answered_up_to) and m.receiver_id = s.user_id
where s.user_id = :user_id and s.other_id = :other_id
  and not ((m.property_id is not null and m.property_id = any (:homes::uuid[]) or (:or_no_home::boolean and m.property_id is null))
    and (m.reservation_id is null or m.reservation_id = coalesce(:reservation_id::bigint, m.reservation_id)))
