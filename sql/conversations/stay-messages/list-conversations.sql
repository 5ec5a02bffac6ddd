-- A company's conversations, the latest first, before one of them: those of two accounts, and those of stays with messages of their own.
-- A conversation of two accounts has the stay that its last message names, else a stay at the home that it names, else the next stay of the
-- guest. Only conversations about the homes, or about some of them; `or_no_home`: also those about no home. An account without homes has none.
-- reads: messages: conversations of two accounts stand in the same inbox
-- reads: auth: a conversation shows the guest, and `who_wrote` the member of the team
-- reads: properties, states: a conversation shows its stay and home
-- nullable: :homes, :before
-- nullable: waiting_since, other_id, first_name, avatar, name, reservation_id, check_in, check_out, status, ota_name, home_id, home_title, sent_by, error, attachment, attachment_file, attachment_until
-- not null: cursor, unread, id, source, from_guest, content, attachments, state, created_at, by_company_link
with own as materialized (
  select array_agg(p.id) as homes from properties p
  where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
)
select * from (
  (select s.last_message_id as cursor, heard.unread, waits.since as waiting_since, s.other_id, other.first_name, other.avatar,
    case when other.deleted_at is null then trim(other.first_name || ' ' || other.last_name) end as name,
    stay.id as reservation_id, stay.check_in, stay.check_out, stay.status, null::text as ota_name,
    coalesce(stay.home_id, home.id) as home_id, coalesce(stay.home_title, home.title) as home_title,
    m.id, 'site'::message_source as source, m.sender_id = s.other_id as from_guest, m.content, '{}'::text[] as attachments,
    who_wrote(m.sent_by) as sent_by, 'sent'::message_state as state, null::text as error, m.created_at, false as by_company_link, m.attachment, m.attachment_file,
    attachment_deadline() as attachment_until
  from own
  join conversation_sides s on s.user_id = :user_id
  join users other on other.id = s.other_id
  cross join lateral (
    select h.* from messages h
    where h.conversation_id = s.conversation_id
      and (h.property_id = any (own.homes) or (:or_no_home::boolean and h.property_id is null))
    order by h.id desc limit 1) m
  cross join lateral (
    select count(*) as unread from messages h
    where h.conversation_id = s.conversation_id and h.id > s.read_up_to and h.receiver_id = s.user_id
      and (h.property_id = any (own.homes) or (:or_no_home and h.property_id is null))) heard
  left join lateral (
    select min(h.created_at) as since from messages h
    where h.conversation_id = s.conversation_id and h.id > s.answered_up_to and h.receiver_id = s.user_id
      and (h.property_id = any (own.homes) or (:or_no_home and h.property_id is null))) waits on s.last_message_id > s.answered_up_to
  left join properties home on home.id = m.property_id
  left join lateral (
    select r.id, r.check_in, r.check_out, r.status, p.id as home_id, p.title as home_title
    from reservations r
    join properties p on p.id = r.property_id
    where r.guest_id = s.other_id and r.property_id = any (own.homes)
    order by (r.id = m.reservation_id) is true desc, (p.id = m.property_id) is true desc,
      case when stay_takes_place(r.status) and r.check_out >= current_date then r.check_in end, r.id desc
    limit 1) stay on true
  where own.homes is not null and s.last_message_id < coalesce(:before::bigint, 9223372036854775807)
    and (not :is_unread::boolean or (s.unread > 0 and heard.unread > 0))
    and (not :is_unanswered::boolean or (s.last_message_id > s.answered_up_to and waits.since is not null))
  order by s.last_message_id desc
  limit :limit)
  union all
  (select t.last_message_id, t.unread, waits.since, null, null, null, c.name,
    r.id, r.check_in, r.check_out, r.status, r.ota_name, p.id, p.title,
    m.id, m.source, m.from_guest, m.content, m.attachments, who_wrote(m.sent_by), m.state, m.error, m.created_at, m.by_company_link, null, null, null
  from own
  join stay_threads t on t.owner_id = :user_id
  join stay_messages m on m.id = t.last_message_id
  join reservations r on r.id = t.reservation_id and r.guest_id is null
  join properties p on p.id = r.property_id
  left join contacts c on c.id = r.contact_id
  left join lateral (select stay_waits_since(t) as since) waits on t.last_message_id > t.answered_up_to
  where p.id = any (own.homes) and t.last_message_id < coalesce(:before, 9223372036854775807)
    and (not :is_unread or t.unread > 0)
    and (not :is_unanswered or (t.last_message_id > t.answered_up_to and waits.since is not null))
  order by t.last_message_id desc
  limit :limit)
) found
order by cursor desc
limit :limit
