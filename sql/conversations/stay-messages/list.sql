-- Messages of a stay, newest first, before one of them: its own, and those of its two accounts that name neither another stay nor another
-- home; with `or_no_home` those about no home too.
-- reads: messages, states, properties: guest and owner with accounts write to each other beside the stay
-- reads: auth: `who_wrote` names the member of the team behind a message
-- nullable: :before
-- nullable: sent_by, error, attachment, attachment_file, attachment_until
-- not null: id, reservation_id, source, from_guest, content, attachments, state, created_at, by_company_link
select * from (
  (select m.id, m.reservation_id, m.source, m.from_guest, m.content, m.attachments, who_wrote(m.sent_by) as sent_by, m.state, m.error,
    m.created_at, m.by_company_link, null::text as attachment, null::jsonb as attachment_file, null::bigint as attachment_until
  from stay_messages m
  where m.reservation_id = :reservation_id and m.id < coalesce(:before::bigint, 9223372036854775807)
  order by m.id desc
  limit :limit)
  union all
  (select m.id, r.id, 'site', m.sender_id = r.guest_id, m.content, '{}', who_wrote(m.sent_by), 'sent', null,
    m.created_at, false, m.attachment, m.attachment_file, attachment_deadline()
  from reservations r
  join properties p on p.id = r.property_id
  join conversation_sides s on s.user_id = p.owner_id and s.other_id = r.guest_id
  join messages m on m.conversation_id = s.conversation_id
  where r.id = :reservation_id and m.id < coalesce(:before, 9223372036854775807)
    and (m.reservation_id = r.id
      or (m.reservation_id is null and (m.property_id = r.property_id or (m.property_id is null and :or_no_home::boolean))))
  order by m.id desc
  limit :limit)
) found
order by id desc
limit :limit
