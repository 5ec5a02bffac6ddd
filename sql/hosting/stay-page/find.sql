-- The page of a stay: its days, home and guest, its money, and where its guest reads mails. `open_cents`: due or scheduled here; `paid_cents`: of the price, less refunds.
-- `is_gone`: more than 14 days after departure. `is_silent`: imported, and its guest pays elsewhere.
-- `is_paid_here`: a channel collects nothing of the price, says so or a person does, and pays nothing with a card of its own.
-- reads: states: the page is of a stay: its days, state, price and guest
-- reads: properties, places: the page shows the home, its hours and its city
-- reads: auth: a guest with an account has name, address and language there
-- reads: payments: the page shows what is paid and what is open
-- reads: schema: nodes of 0.2 cannot read links with grants
-- optional
-- not null: is_verified, has_grants, today, begins_at, ends_at, is_gone, open_cents, received_cents, paid_cents, is_silent, is_paid_here
-- nullable: guest_id, guest_name, email, proved_email, previous_email, email_scopes, language, address, balance_due_on
select r.id, r.link_version, r.shares_code, r.property_id, p.owner_id, r.guest_id, r.status, r.source, r.check_in, r.check_out, r.adults, r.children, r.infants,
  r.quote, r.total_cents, r.balance_due_on, r.currency, r.updated_at, p.title, city.name as city, p.address, p.check_in_time, p.check_out_time, p.timezone,
  (r.check_in + p.check_in_time) at time zone p.timezone as begins_at, (r.check_out + p.check_out_time) at time zone p.timezone as ends_at,
  home.today, home.today > r.check_out + 14 as is_gone,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), c.name) as guest_name, coalesce(u.email, c.email) as email,
  u.email_verified_at is not null as is_verified,
  c.proved_email, c.previous_email, c.email_scopes, exists (select from enabled_releases where release = '0.3') as has_grants,
  coalesce(u.locale::text, c.language) as language,
  price.open_cents, money.received_cents, money.received_cents - money.refunded_cents as paid_cents,
  exists (
    select from imported_stays i where i.reservation_id in (r.id, r.continues) and i.facts ->> 'collect' = 'false') as is_silent,
  is_collected_here(r) and r.virtual_card_from is null
    and (r.source <> 'channel' or r.collected_by is not null or exists (select from imported_stays i where i.reservation_id = r.id)) as is_paid_here
from reservations r
join properties p on p.id = r.property_id
join cities city on city.id = p.city_id
left join users u on u.id = r.guest_id and u.deleted_at is null
left join contacts c on c.id = r.contact_id
cross join lateral open_of_price(r) price
cross join lateral (
  select coalesce(sum(a.amount_cents), 0)::bigint as received_cents, coalesce(sum(a.refunded_cents), 0)::bigint as refunded_cents
  from receipts a
  join payments m on m.id = a.payment_id
  where m.reservation_id = r.id and payment_is_of_price(m.kind) and a.status = 'applied') money
cross join lateral (select (now() at time zone p.timezone)::date as today) home
where r.id = :reservation_id
