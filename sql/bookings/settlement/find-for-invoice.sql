-- The contents of the invoice of a payment for a stay, with what its total does not include. `language`: that of the guest's account, or as the company or a channel has noted it.
-- `open_cents`: of its price, here; `kept_cents`: received with documents, less refunds that were made; `undocumented_cents`: received without; `refunded_cents`: all refunds, without entries that were mistakes; `pending_cents`: refunds that are not made yet.
-- reads: states: an invoice says what was sold: days, lines and guest
-- reads: properties: an invoice names the home
-- reads: auth: an invoice has the billing address of the guest's account
-- reads: payments: what is documented, refunded and pending decides on the next document
-- optional
-- not null: quote, total_cents, buyer, supplements, open_cents, kept_cents, undocumented_cents, refunded_cents, pending_cents
-- nullable: :payment_id, language
select r.id, r.status, jsonb_set(r.quote, '{lines}', (r.quote -> 'lines') || coalesce(r.quote -> 'excluded', '[]')) as quote,
  r.total_cents + excluded_of(r.quote) as total_cents, r.currency, h.title as home, r.check_in, r.check_out, coalesce(u.locale::text, k.language) as language,
  jsonb_strip_nulls(jsonb_build_object('name', coalesce(trim(u.first_name || ' ' || u.last_name), k.name),
    'company', u.billing_company, 'vat_number', u.billing_vat_number, 'address', u.billing_address)) as buyer,
  (select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'amount_cents', s.amount_cents) order by s.id), '[]')
    from supplements s where s.payment_id = :payment_id) as supplements,
  price.open_cents, money.kept_cents, money.undocumented_cents, money.refunded_cents, money.pending_cents
from reservations r
join properties h on h.id = r.property_id
left join users u on u.id = r.guest_id
left join contacts k on k.id = r.contact_id
cross join lateral open_of_price(r) price
cross join lateral (
  select coalesce(sum(a.amount_cents - b.returned_cents) filter (where a.is_documented), 0)::bigint as kept_cents,
    coalesce(sum(a.amount_cents - b.returned_cents) filter (where not a.is_documented), 0)::bigint as undocumented_cents,
    coalesce(sum(b.refunded_cents), 0)::bigint as refunded_cents, coalesce(sum(b.pending_cents), 0)::bigint as pending_cents
  from payments m
  join receipts a on a.payment_id = m.id and a.status = 'applied'
  cross join lateral (
    select coalesce(sum(f.amount_cents) filter (where f.status = 'succeeded'), 0)::bigint as returned_cents,
      coalesce(sum(f.amount_cents) filter (where f.status = 'succeeded' and f.method is not null), 0)::bigint as refunded_cents,
      coalesce(sum(f.amount_cents) filter (where f.status = 'pending'), 0)::bigint as pending_cents
    from refunds f where f.payment_intent_id = a.payment_intent_id) b
  where m.reservation_id = r.id and payment_is_of_price(m.kind)) money
where r.id = :reservation_id
