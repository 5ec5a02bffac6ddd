-- Conversations with messages about a user's homes, or about no home where all of them are meant, that they have not read, the
-- latest first, and how many there are. A user without homes has none.
-- nullable: home_id, home_title, sent_by, property_id, reservation_id, attachment, attachment_file
-- nullable: :homes
-- not null: total, attachment_until, unread, id, sender_id, receiver_id, content, created_at
with own as materialized (
  select array_agg(p.id) as homes from properties p
  where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
)
select s.other_id, other.first_name, other.avatar, waiting.unread,
  m.id, m.sender_id, m.receiver_id, m.content, m.property_id, m.reservation_id, m.created_at,
  m.attachment, m.attachment_file, attachment_deadline() as attachment_until, who_wrote(m.sent_by) as sent_by,
  home.id as home_id, home.title as home_title, count(*) over () as total
from own
join conversation_sides s on s.user_id = :user_id and s.unread > 0
join users other on other.id = s.other_id
cross join lateral (
  select count(*) as unread, max(h.id) as last_id
  from messages h
  where h.conversation_id = s.conversation_id and h.id > s.read_up_to and h.receiver_id = s.user_id
    and (h.property_id = any (own.homes) or (:or_none::boolean and h.property_id is null))) waiting
join messages m on m.id = waiting.last_id
left join properties home on home.id = m.property_id
where own.homes is not null
order by m.id desc
limit :limit
