-- Lists the messages of an owner with guests who have accounts after one, a line of the archive each. Conversations about homes of others are not the company's.
-- reads: messages: the lines are messages
-- reads: properties: a conversation may be about a home
-- reads: auth: the guest has a name
-- not null: line, files
select m.conversation_id, m.id, jsonb_build_object(
  'id', m.id, 'conversation', m.conversation_id, 'guest', case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end,
  'from_guest', m.sender_id <> s.user_id, 'content', m.content, 'attachment', m.attachment, 'property_id', m.property_id,
  'reservation_id', m.reservation_id, 'created_at', m.created_at
)::text as line,
  case when m.attachment is null then '{}' else array[m.attachment] end as files
from conversation_sides s
join conversations c on c.id = s.conversation_id
join messages m on m.conversation_id = c.id
join users u on u.id = s.other_id
left join properties h on h.id = c.property_id
where s.user_id = :owner_id and (c.property_id is null or h.owner_id = :owner_id)
  and (m.conversation_id, m.id) > (:after_conversation::bigint, :after_id::bigint)
order by m.conversation_id, m.id
limit :limit
