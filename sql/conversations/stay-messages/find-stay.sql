-- A stay with how its guest can be written to, and how the guest is called.
-- reads: states, auth: a guest is written to by account or by the address of the booking
-- reads: properties: a mail to the guest names the home, and comes from its owner
-- reads: messages: a guest who has blocked the company is not written to
-- reads: schema: nodes of 0.2 cannot read links with grants
-- optional
-- nullable: guest_id, email, proved_email, email_scopes, language, name
-- not null: is_guest_gone, is_blocked, has_grants
select r.id, r.link_version, r.property_id, p.owner_id, r.guest_id, p.title as home, r.check_in, r.check_out, c.email, c.proved_email, c.email_scopes,
  c.language, exists (select from enabled_releases where release = '0.3') as has_grants,
  owner.first_name as owner_name,
  coalesce(nullif(guest.first_name, ''), c.first_name, c.name) as name, guest.deleted_at is not null as is_guest_gone,
  exists (select from message_blocks b where b.user_id = r.guest_id and b.blocked_id = p.owner_id) as is_blocked
from reservations r
join properties p on p.id = r.property_id
join users owner on owner.id = p.owner_id
left join users guest on guest.id = r.guest_id
left join contacts c on c.id = r.contact_id
where r.id = :reservation_id
