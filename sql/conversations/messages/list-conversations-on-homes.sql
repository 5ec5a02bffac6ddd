-- A user's conversations as far as they are about some homes, the latest first; `or_no_home`: or about none.
-- reads: auth: a conversation shows the other person
-- reads: properties: a conversation shows the home that it is about
-- nullable: home_id, home_title
-- nullable: sent_by, waiting_since
-- not null: total, total_unread, unread, attachment_until, id, sender_id, receiver_id, content, created_at
-- nullable: property_id, reservation_id, attachment, attachment_file
select s.other_id, other.first_name, other.avatar, heard.unread, heard.waiting_since,
  m.id, m.sender_id, m.receiver_id, m.content, m.property_id, m.reservation_id, m.created_at,
  m.attachment, m.attachment_file, attachment_deadline() as attachment_until, who_wrote(m.sent_by) as sent_by,
  home.id as home_id, home.title as home_title,
  count(*) over () as total, sum(heard.unread) over ()::bigint as total_unread
from conversation_sides s
join users other on other.id = s.other_id
cross join lateral (
  select count(*) filter (where h.id > s.read_up_to and h.receiver_id = s.user_id) as unread, max(h.id) as last_id,
    min(h.created_at) filter (where h.id > s.answered_up_to and h.receiver_id = s.user_id) as waiting_since
  from messages h
  where h.conversation_id = s.conversation_id
    and (h.property_id = any (:homes::uuid[]) or (:or_no_home::boolean and h.property_id is null))) heard
join messages m on m.id = heard.last_id
left join properties home on home.id = m.property_id
where s.user_id = :user_id
order by m.id desc
limit :limit offset :offset
