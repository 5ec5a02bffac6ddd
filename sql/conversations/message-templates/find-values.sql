-- Values of the variables of a template for a stay, and the language of its guest.
-- reads: company: a template names the company
-- reads: states, auth: a template names the guest, with an account or without, and the days of the stay
-- reads: properties: a template names the home, its address and its hours
-- reads: payments: `open_of_price` takes off what was paid
-- reads: schema: nodes of 0.2 cannot read links with grants
-- optional
-- nullable: guest_id, language, guest_name, company
-- not null: has_grants, open_cents, takes_place, nights, guests
select r.id, r.link_version, exists (select from enabled_releases where release = '0.3') as has_grants,
  r.guest_id, r.check_in, r.check_out, r.check_out - r.check_in as nights, r.adults + r.children as guests, r.currency,
  p.title as home, p.address, p.check_in_time, p.check_out_time, (select name from companies where owner_id = p.owner_id) as company, owner.first_name as host,
  coalesce(u.locale::text, c.language) as language, coalesce(nullif(u.first_name, ''), c.first_name, c.name) as guest_name,
  case when r.virtual_card_from is not null or r.source = 'channel' and r.collected_by is null and stay_collector(r) is not null then 0 else coalesce(price.open_cents, 0) end as open_cents, stay_takes_place(r.status) as takes_place
from reservations r
join properties p on p.id = r.property_id
join users owner on owner.id = p.owner_id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
cross join lateral open_of_price(r) price
where r.id = :reservation_id
