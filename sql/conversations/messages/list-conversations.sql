-- A user's conversations, the latest first. The name of an erased account is empty.
-- reads: auth: a conversation shows the other person
-- reads: properties: a conversation shows the home that it is about
-- nullable: home_id, home_title
-- nullable: sent_by, waiting_since
-- not null: total, attachment_until
select s.other_id, other.first_name, other.avatar, s.unread, waits.since as waiting_since,
  m.id, m.sender_id, m.receiver_id, m.content, m.property_id, m.reservation_id, m.created_at,
  m.attachment, m.attachment_file, attachment_deadline() as attachment_until, who_wrote(m.sent_by) as sent_by,
  home.id as home_id, home.title as home_title,
  coalesce((select t.total from conversation_totals t where t.user_id = :user_id), 0) as total
from conversation_sides s
join users other on other.id = s.other_id
join messages m on m.id = s.last_message_id
join conversations c on c.id = s.conversation_id
left join lateral (
  select min(h.created_at) as since from messages h
  where h.conversation_id = s.conversation_id and h.id > s.answered_up_to and h.receiver_id = s.user_id) waits on s.last_message_id > s.answered_up_to
left join properties home on home.id = c.property_id
where s.user_id = :user_id
order by s.last_message_id desc
limit :limit offset :offset
