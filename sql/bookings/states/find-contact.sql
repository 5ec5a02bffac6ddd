-- Returns how a guest without an account is mailed; nothing for a stay that a channel has sold.
-- reads: schema: nodes of 0.2 cannot read links with grants
-- reads: properties: the company of the home signs the mail, which names the home
-- optional
-- nullable: email, language, proved_email, email_scopes
-- not null: has_grants, guests
select p.owner_id, c.email, c.proved_email, c.email_scopes, c.language, r.check_in, r.check_out, r.link_version, p.title as home,
  r.adults + r.children + r.infants as guests, r.total_cents, r.due_now_cents, r.currency,
  exists (select from enabled_releases where release = '0.3') as has_grants
from reservations r
join properties p on p.id = r.property_id
join contacts c on c.id = r.contact_id
where r.id = :reservation_id and r.source = 'direct'
